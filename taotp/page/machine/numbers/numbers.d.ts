// What is known of a figure whose numbers a reader changes: its cases, the verdict over them, and
// how far a number may move.

import type { Cases } from "../../kit/figures";
import type { Place, Program, Run, Token, Weights } from "../../kit/page";

/** Cases with every row written out; of `every` input at each place where they agree. */
export interface Judged extends Cases { every?: boolean; own?: boolean; }

/** A case that goes wrong, and what is said there. */
export interface Broken { row: number; place: number; said?: Token; }

/** A verdict as far as it is known. */
export interface Verdict {
  said: Token[][];
  judged: number;
  right: number;
  total: number;
  broken: Broken[];
  done: boolean;
}

/** A run with the verdict over all cases, and the work that completes it. */
export interface NumbersRun extends Run {
  cases: Judged;
  verdict: Verdict;
  work: Generator;
  text?: string;
  cell?: string;
}

/** What is right of a row and has to stay so. */
export interface Kept { row: number; places: number[]; }

/** How far a number may move to one side, with the case that breaks there, and to both. */
export interface Side { by: number; found?: Broken; }
export interface Room { down: Side; up: Side; share: number; }

/** What a reader does to numbers. */
export interface Actions {
  choose(path: string): void;
  select(place: Place): void;
  tell(place: Place, value: number): void;
  back(place: Place): void;
  type(letters: string): void;
}

/** An array on show: as a grid, or as tiles, which have no nodes for rows. */
export interface Shown {
  element: HTMLElement;
  path: string;
  draw(run: NumbersRun, cell: string, far: Map<string, Room>): void;
  names?(): HTMLElement;
  rows?(): HTMLElement[];
  kind?: unknown;
}

/** The nodes of a grid. */
export interface GridNodes { head: HTMLElement; rows: HTMLElement[]; cells: HTMLElement[][]; }

/** What is done with the number looked at. */
export interface Inspecting { tell(value: number): void; back(): void; leave(): void; }

/** How many cases are right at each of some values of a number. */
export type Profile = [value: number, right: number][];


/** What was judged the last time, or the cases that were drawn for it. */
export interface Known {
  cases: Judged;
  more?: Generator;
  shared?: boolean;
  weights?: Weights;
  program?: Program;
  off?: string;
  verdict?: Verdict;
  work?: Generator;
}
