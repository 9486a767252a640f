/**
 * What the pages of lessons, puzzles and endings share: their board, voice and keys, put in touch with what the page does.
 */

import { isShortcut } from "./keyboard-help.js";

/**
 * What the page does.
 * @typedef {object} Desk
 * @property {import("./lesson-board.js").LessonBoard} board
 * @property {import("./lesson-voice.js").LessonVoice} voice
 * @property {import("./announcer.js").Announcer} announcer
 * @property {AbortSignal} signal Ends it all.
 * @property {() => void} hint
 * @property {() => void} again
 * @property {() => void} [takeBack] Goes back to before the last turn that counts.
 * @property {() => void} next
 * @property {() => boolean} isWrong Whether a wrong try stands on the board.
 * @property {(move: string) => void} tried
 * @property {() => void} half A turn was begun or taken back.
 * @property {(tried: any) => void} refused
 */

/** @param {Desk} desk */
export function sitDown({ board, voice, announcer, signal, hint, again, takeBack, next, isWrong, tried, half, refused }) {
  const endTurn = () => board.board.endTurn();
  const undoStep = () => board.board.undoStep();
  voice.deeds = { hint, again, takeBack, next, endTurn, undoStep };
  /** @type {(type: string, act: (detail: any) => void) => void} */
  const on = (type, act) =>
    board.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail), { signal });
  on("vato-move", ({ text }) => tried(text));
  on("vato-half", half);
  on("vato-refused", refused);
  on("vato-say", ({ text }) => announcer.say(text));
  const undo = () => {
    if (isWrong()) again();
    else if (board.board.half.steps.length > 0) undoStep();
    else takeBack?.();
  };
  /** @type {Record<string, () => unknown>} */
  const keys = { h: hint, e: endTurn, u: undo };
  document.addEventListener(
    "keydown",
    (event) => {
      const deed = isShortcut(event) ? keys[event.key.toLowerCase()] : undefined;
      if (!deed) return;
      event.preventDefault();
      deed();
    },
    { signal },
  );
}
