/**
 * Short sounds, made on the spot with Web Audio: stone on wood for what happens on the board, a few notes for the rest.
 * Nothing is fetched. Owns the audio context; the settings say whether it is heard, and how loud.
 */

import { settings } from "./settings.js";

/** @typedef {"move" | "capture" | "turn" | "home" | "win" | "lose" | "draw" | "notify"} Sound */

/** Stone on wood: [delay in seconds, pitch in hertz, loudness]. @type {Record<string, [number, number, number][]>} */
const KNOCKS = {
  move: [[0, 520, 0.5]],
  capture: [
    [0, 430, 0.55],
    [0.07, 640, 0.4],
    [0.13, 760, 0.25],
  ],
  turn: [
    [0, 480, 0.45],
    [0.09, 610, 0.35],
  ],
  home: [[0, 520, 0.45]],
};

/** Notes: [delay in seconds, pitch in hertz, length in seconds]. @type {Record<string, [number, number, number][]>} */
const NOTES = {
  home: [[0.08, 784, 0.25]],
  win: [
    [0, 523.3, 0.2],
    [0.12, 659.3, 0.2],
    [0.24, 784, 0.45],
  ],
  lose: [
    [0, 440, 0.25],
    [0.16, 349.2, 0.5],
  ],
  draw: [
    [0, 523.3, 0.22],
    [0.15, 523.3, 0.4],
  ],
  notify: [
    [0, 880, 0.12],
    [0.1, 1174.7, 0.3],
  ],
};

class Sounds {
  /** @type {AudioContext | null} */
  #context = null;
  /** Through which everything is heard. @type {GainNode | null} */
  #all = null;
  /** @type {AudioBuffer | null} */
  #hiss = null;

  /**
   * Play a sound, if sounds are wanted and the browser lets us.
   * @param {Sound} sound
   */
  play(sound) {
    if (!settings.get("sound")) return;
    const context = this.#ready();
    if (!context) return;
    this.#heard(context).gain.value = settings.get("volume") / 100;
    for (const [delay, pitch, loudness] of KNOCKS[sound] ?? [])
      this.#knock(context, context.currentTime + delay, pitch, loudness);
    for (const [delay, pitch, length] of NOTES[sound] ?? [])
      this.#note(context, context.currentTime + delay, pitch, length);
  }

  /** Return the audio context, awake; browsers keep it asleep until the user has touched the page. */
  #ready() {
    if (!navigator.userActivation?.hasBeenActive && !this.#context) return null;
    this.#context ??= new AudioContext({ latencyHint: "interactive" });
    if (this.#context.state === "suspended") this.#context.resume().catch(() => {});
    return this.#context;
  }

  /** @param {AudioContext} context */
  #heard(context) {
    if (!this.#all) {
      this.#all = new GainNode(context);
      this.#all.connect(context.destination);
    }
    return this.#all;
  }

  /**
   * A dull tone that dies at once, with a click of noise at its beginning.
   * @param {AudioContext} context
   * @param {number} at
   * @param {number} pitch
   * @param {number} loudness
   */
  #knock(context, at, pitch, loudness) {
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.45, at + 0.06);
    const body = new GainNode(context, { gain: 0 });
    fade(body.gain, at, 0.002, loudness * 0.5, 0.09);
    tone.connect(body).connect(this.#heard(context));
    tone.start(at);
    tone.stop(at + 0.12);

    const click = new AudioBufferSourceNode(context, { buffer: this.#noise(context) });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch * 4, Q: 0.9 });
    const edge = new GainNode(context, { gain: 0 });
    fade(edge.gain, at, 0.001, loudness * 0.6, 0.03);
    click.connect(filter).connect(edge).connect(this.#heard(context));
    click.start(at);
    click.stop(at + 0.05);
  }

  /**
   * @param {AudioContext} context
   * @param {number} at
   * @param {number} pitch
   * @param {number} length
   */
  #note(context, at, pitch, length) {
    const tone = new OscillatorNode(context, { type: "sine", frequency: pitch });
    const overtone = new OscillatorNode(context, { type: "sine", frequency: pitch * 2 });
    const quiet = new GainNode(context, { gain: 0.25 });
    const volume = new GainNode(context, { gain: 0 });
    fade(volume.gain, at, 0.012, 0.14, length);
    tone.connect(volume);
    overtone.connect(quiet).connect(volume);
    volume.connect(this.#heard(context));
    for (const source of [tone, overtone]) {
      source.start(at);
      source.stop(at + length + 0.05);
    }
  }

  /** @param {AudioContext} context */
  #noise(context) {
    if (this.#hiss) return this.#hiss;
    const buffer = new AudioBuffer({ length: Math.ceil(context.sampleRate * 0.05), sampleRate: context.sampleRate });
    const samples = buffer.getChannelData(0);
    for (let index = 0; index < samples.length; index++) samples[index] = 2 * Math.random() - 1;
    this.#hiss = buffer;
    return buffer;
  }
}

/**
 * Let a loudness rise quickly and die away.
 * @param {AudioParam} gain
 * @param {number} at
 * @param {number} rise
 * @param {number} peak
 * @param {number} length
 */
function fade(gain, at, rise, peak, length) {
  gain.setValueAtTime(0, at);
  gain.linearRampToValueAtTime(peak, at + rise);
  gain.exponentialRampToValueAtTime(0.0005, at + length);
}

export const sounds = new Sounds();
