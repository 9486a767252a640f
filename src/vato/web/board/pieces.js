/**
 * The pieces as they stand: one group of elements for each, kept while it moves. Draws; decides nothing.
 */

import { draw } from "../app/element.js";

/**
 * @typedef {import("./state.js").Standing} Standing
 * @typedef {import("./geometry.js").View} View
 * @typedef {{x: number, y: number, heading: number, home: boolean}} Pose
 */

/** How far the shadow and the side of a piece lie below its face. */
const SHADOW_DOWN = 4.5;
const SIDE_DOWN = 2.6;

/** Names of the two players in classes. */
export const PLAYERS = ["first", "second"];

/** The elements of one piece. */
export class Figure {
  /**
   * @param {Standing} piece
   * @param {import("../types").Looks} looks
   */
  constructor(piece, looks) {
    this.player = piece.player;
    const d = looks.outlines[piece.player];
    this.shadows = ["wide", "middle", "near"].map((kind) => draw("path", { class: `piece-shadow ${kind}`, d }));
    this.side = draw("path", { class: "piece-side", d });
    this.face = draw("path", { class: "piece-face", d });
    this.mark = draw("path", { class: "piece-mark", d: looks.marks[piece.player] });
    const motif = looks.motifs[piece.player]?.map((path) => draw("path", { d: path })) ?? [];
    this.motif = motif.length ? draw("g", { class: "piece-motif" }, ...motif) : null;
    this.ring = draw(
      "g",
      { class: "piece-ring" },
      draw("path", { class: "ring-line", d }),
      draw("path", { class: "ring-gap", d }),
    );
    this.check = draw("path", { class: "piece-check", d: looks.check });
    this.body = draw("g", { class: "piece-body" }, this.face, this.mark, this.motif);
    this.root = draw("g", { class: "piece" }, ...this.shadows, this.ring, this.side, this.body, this.check);
    /** @type {Pose} */
    this.pose = { x: 0, y: 0, heading: 0, home: false };
    this.kind = "";
    /** Where the hand holds it. @type {{x: number, y: number} | null} */
    this.held = null;
  }

  /**
   * Hold the piece somewhere above the board, or let it go.
   * @param {{x: number, y: number} | null} spot
   */
  hold(spot) {
    if (!spot && !this.held) return;
    this.held = spot;
    this.root.style.transform = spot ? `translate(${spot.x}px, ${spot.y}px)` : "";
  }

  /**
   * Let the motif stand as it was drawn, however the board is turned.
   * @param {number} turned by how many degrees the board is
   */
  keepMotif(turned) {
    this.motif?.setAttribute("transform", `rotate(${-turned})`);
  }

  /**
   * Put the piece somewhere.
   * @param {Pose} pose
   */
  stand(pose) {
    if (pose.x !== this.pose.x || pose.y !== this.pose.y || !this.root.hasAttribute("transform")) {
      this.root.setAttribute("transform", `translate(${pose.x} ${pose.y})`);
    }
    if (pose.heading !== this.pose.heading || !this.side.hasAttribute("transform")) {
      for (const shadow of this.shadows)
        shadow.setAttribute("transform", `translate(0 ${SHADOW_DOWN}) rotate(${pose.heading})`);
      this.side.setAttribute("transform", `translate(0 ${SIDE_DOWN}) rotate(${pose.heading})`);
      for (const part of [this.ring, this.body]) part.setAttribute("transform", `rotate(${pose.heading})`);
    }
    this.pose = pose;
  }

  /**
   * Turn the piece as an animation does: from one heading to another.
   * @param {number} from
   * @param {number} to
   * @returns {[Element, Keyframe[]][]}
   */
  turning(from, to) {
    const frames = (/** @type {number} */ down) =>
      [from, to].map((heading) => ({ transform: `translate(0px, ${down}px) rotate(${heading}deg)` }));
    return [
      ...this.shadows.map((shadow) => /** @type {[Element, Keyframe[]]} */ ([shadow, frames(SHADOW_DOWN)])),
      [this.side, frames(SIDE_DOWN)],
      [this.ring, frames(0)],
      [this.body, frames(0)],
    ];
  }
}

export class Pieces {
  group = draw("g", { class: "pieces" });
  /** Pieces that are leaving the board. */
  leaving = draw("g", { class: "leaving" });
  /** The piece in the hand, above everything. */
  hand = draw("g", { class: "hand" });
  defs = draw("defs");
  /** @type {Map<number, Figure>} */
  figures = new Map();
  #gradients = new Set();

  /** @param {string} prefix makes the names of gradients unique in the document */
  constructor(prefix) {
    this.prefix = prefix;
  }

  /** Take all pieces off, as for another layout. */
  clear() {
    for (const figure of this.figures.values()) figure.root.remove();
    this.figures.clear();
    this.leaving.replaceChildren();
  }

  /**
   * Hold the piece on a point above the board.
   * @param {number} id
   * @param {{x: number, y: number}} spot
   */
  lift(id, spot) {
    const figure = this.figures.get(id);
    if (!figure) return;
    if (figure.root.parentNode !== this.hand) this.hand.append(figure.root);
    figure.hold(spot);
  }

  /**
   * Let go of a piece; return where it was held, if it was.
   * @param {Figure} figure
   */
  release(figure) {
    const { held } = figure;
    if (held) this.group.append(figure.root);
    figure.hold(null);
    return held;
  }

  /**
   * Draw the pieces where they stand, and tell what has changed since the last time.
   * @param {Iterable<Standing>} standing
   * @param {View} view
   */
  draw(standing, view) {
    /** @type {{figure: Figure, before: Pose}[]} */
    const moved = [];
    /** @type {Figure[]} */
    const come = [];
    const left = new Map(this.figures);
    for (const piece of standing) {
      let figure = left.get(piece.id);
      left.delete(piece.id);
      const pose = { ...view.spot(piece.at), heading: view.heading(piece.heading), home: piece.home };
      if (!figure) {
        figure = new Figure(piece, view.layout.piece);
        this.figures.set(piece.id, figure);
        this.group.append(figure.root);
        come.push(figure);
      } else if (figure.pose.x !== pose.x || figure.pose.y !== pose.y || figure.pose.heading !== pose.heading) {
        moved.push({ figure, before: figure.pose });
      }
      figure.keepMotif(view.heading(0));
      figure.stand(pose);
    }
    for (const [id, figure] of left) {
      this.figures.delete(id);
      figure.hold(null);
      figure.root.remove();
    }
    return { moved, come, gone: [...left.values()] };
  }

  /**
   * Give every piece the classes that say what it is and what can be done with it.
   * @param {Iterable<Standing>} standing
   * @param {(piece: Standing) => string[]} signs
   */
  dress(standing, signs) {
    for (const piece of standing) {
      const figure = this.figures.get(piece.id);
      if (!figure) continue;
      const words = signs(piece);
      const kind = ["piece", PLAYERS[piece.player], piece.home ? "home" : "", ...words].filter(Boolean).join(" ");
      const fill = this.#fill(piece.player, words.includes("playing"), figure.pose.heading);
      if (`${kind} ${fill}` === figure.kind) continue;
      figure.kind = `${kind} ${fill}`;
      figure.root.setAttribute("class", kind);
      figure.face.setAttribute("fill", fill);
    }
  }

  /**
   * Return the paint of a face: light falls from above, wherever the piece points.
   * @param {number} player
   * @param {boolean} playing
   * @param {number} heading
   */
  #fill(player, playing, heading) {
    const name = `${PLAYERS[player]}${playing ? "-playing" : ""}`;
    const id = `${this.prefix}-${name}-${heading}`;
    if (!this.#gradients.has(id)) {
      this.#gradients.add(id);
      const look = {
        id,
        cx: 0.5,
        cy: 0.5,
        r: 0.62,
        fx: 0.5,
        fy: 0.26,
        gradientTransform: `rotate(${-heading} 0.5 0.5)`,
      };
      const stops = ["light", "face", "dark"].map((tone, index) =>
        draw("stop", { class: `stop-${name}-${tone}`, offset: [0, 0.55, 1][index] }),
      );
      this.defs.append(draw("radialGradient", look, ...stops));
    }
    return `url(#${id})`;
  }
}
