// A machine looked into: its run again, with some parts replaced, and what tools say of them.

import type { FigureRun, Hearing, Program, Row, Run, Token, Decision, Weights } from "../../kit/page";
import type { Inspected } from "../../kit/figures";

/** What parts write instead, by their paths: rows by position, or null for nothing. */
export type Instead = Record<string, Row[] | null>;

/** A run of a stack with something in the place of what some of its parts write. */
export interface Again extends Hearing { instead?: Instead; wrote?: Record<string, Row[]>; }

/** A run that is looked into; what was computed of it once is kept with it. */
export interface Replayed extends Again {
  program: Program;
  encoder?: Again;
  firstSaid?: number;
  kept?: Record<string, any>; // by a name that says what it is
}

/** What was heard: tokens, and what an encoder read. */
export interface HeardAgain { encoder?: { tokens: Token[] }; tokens: Token[]; }

export type Said = Pick<Decision, "token" | "outcome" | "margin">;
export type How = "zero" | "mean" | "resample" | "everywhere" | "patch";

/** A part of a machine, or a position, which can be replaced. */
export interface Part {
  path: string;
  kind?: string;
  name: string;
  number?: string;
  layer?: number;
}

/** What a tool tells of a part: a value, and whether it names it. */
export interface Told { value?: number; named?: boolean; }
export interface Spoken extends Part, Told { tell?: (() => Told) | null; }

/** What is asked of a tool. */
export interface AskedTool {
  base: Replayed;
  other: Replayed;
  row: number;
  parts: Part[];
  positions: Part[];
  scores: Record<string, number[][]>;
}

/**
 * A tool: `most` is where its numbers end, `score` says that a program has them with it, `finer`
 * that it speaks of what is less than a part, and `press` what there is to be pressed.
 */
export interface Tool {
  name: string;
  says: string;
  how: How;
  most?: number;
  score?: boolean;
  finer?: boolean;
  press?: string;
  speaks(asked: AskedTool): Spoken[];
}

/** What is true of a part: what is said without it, and with which others it matters. */
export interface Truth { says: Said; alone: boolean; with: Part[][]; matters?: boolean; }
export interface Study { says: Spoken[]; truth: Record<string, Truth>; }

/** What is looked for: in which program, at which row, with which parts replaced. */
export interface Looking {
  key: string;
  speak: (text: string) => Run;
  text: string;
  other: string;
  at: string;
  tool: string;
  row: number;
  scores: Record<string, number[][]>;
}

/** What was found. */
export interface Looked {
  text: string;
  other: string;
  tool: Tool;
  base: Replayed;
  after: Replayed;
  picked: string[];
  row: number;
  second: { run: Replayed; error: string };
  known: Part[];
  answer(i: number): Token | undefined;
  asked: AskedTool;
  key: (string | number)[];
  place: number;
  last: number;
  error?: string;
  otherError: string;
}
export interface LookedRun extends Looked, FigureRun { entry?: Inspected; }

/** A column of the map of a stack; its place is known once it is drawn. */
export interface MapColumn {
  kind: string;
  key: string;
  w: number;
  x?: number;
  step?: string;
  path?: string;
  list?: "heads" | "cross";
  number?: number;
  h?: number;
  name?: string;
  title?: string;
}
export interface MapRow { i: number; y: number; }

/** What a map is drawn of. */
export interface MapView {
  run: Replayed;
  rival: Replayed;
  row: number;
  shares: boolean;
  width: number;
  label: string;
  picked: Set<string>;
  off: boolean;
  edges: boolean;
  expected(i: number): Token | undefined;
}

/** What is done where a map is pressed. */
export interface MapActs {
  toggle(path: string): void;
  watch(row: number): void;
  say(path: string): void;
}

/** Weights that remember the largest number of what they say. */
export interface Measured extends Weights { W_U: Weights["W_U"] & { largest?: number }; }
