/**
 * What a page of exercises is given: a course, which is a lesson, the puzzles or endings of a grade, or a whole game.
 */

import type { Lesson, LessonExercise, SeatRating, Tried } from "../app/wire";
import type { Scene } from "../types";

export type Exercise = LessonExercise & Pick<Lesson, "sides">;

/** What follows an exercise: another one by its number, or another address. */
export type Onward = { number: number } | { address: string; kind: "lesson" | "all" | "own" };

/** What is tried: after the turns of both sides that count, another one; `sure` if it counts although it is doubted. */
export interface Try {
  moves: string[];
  move: string;
  sure: boolean;
}

/** Exercises that are done one after the other. */
export interface Course {
  game: string;
  /** Of the page. */
  title: string;
  heading: string;
  /** Where it is listed. */
  list: { address: string; text: string };
  /** The number of the exercise to begin with. */
  first: number;
  /**
   * Whether it is found out what one can: turns can be taken back and exercises be skipped, what was shown does not count,
   * and one may look further into a position.
   */
  isTest: boolean;
  read(number: number): Exercise | Promise<Exercise>;
  attempt(number: number, tried: Try): Promise<Tried>;
  /** Says that a move was shown, and returns what that did to one's rating. */
  shown?(number: number): Promise<SeatRating | null>;
  /** Remembers that an exercise is done. */
  finish(number: number): void;
  /** Returns what stands below the heading. */
  progress(number: number, choose: (number: number) => void, scene: Scene): Node[];
  after(number: number): Onward;
  /** Where the only exercise is a whole game. */
  whole?: WholeGame;
}

/** A whole game: its turns can be taken back even at its end, and be played although they are doubted. */
export interface WholeGame {
  /** With which it begins. */
  moves: string[];
  /** Returns where one stands after moves of both sides. */
  stand(moves: string[]): Promise<Tried>;
  /** Remembers them. */
  keep(moves: string[]): void;
  /** Where else to go at its end. */
  further: { address: string; text: string }[];
}
