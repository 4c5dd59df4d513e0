// What lanes are made of; in Python, taotp/interp/lanes.

import type { Matrix, Norm, Speaker } from "../../kit/figures";
import type { Row, Run, RunHead, SetState, State } from "../../kit/page";
import type { Graph, Term } from "../graph.js";
import type { View } from "../view.js";
import type { LanesView } from "./view.js";

export type Kind =
  "symbol" | "place" | "number" | "flag" | "level" | "tags" | "constant" | "unclear";
/** A symbol, a place, a number, whether it is on, names of tags; null where nothing can be said. */
export type Meaning = string | number | boolean | string[] | null;

export interface Book {
  kind: Kind;
  meanings: Meaning[];
  rows?: Row[];
  lengths?: Row;
  units?: Row[];
  likes?: { first: number; reach: number }[];
  line?: Row;
  at?: Row;
  slope: number;
  offset: number;
  scales?: ([number, number] | undefined)[];
}

/** Columns that one lane shows; of tags, with the name of each. */
export interface Group {
  name: string;
  columns: number[];
  tags: string[];
  beside: number[]; // columns that readers are not shown, as squares: scores are made of them too
}

/** A row of which few numbers are not 0: where they are, and what. */
export interface Few { at: ArrayLike<number>; is: ArrayLike<number>; }

export interface Rows {
  name: string;
  kind: "symbol" | "place";
  meanings: Meaning[];
  count: number;
  of?: Matrix; // whose rows they are, where they are those of a matrix
  row(i: number): Few;
}
export interface Origin { can: Rows; at: number[]; }

export interface Normed {
  norm: Norm | null;
  shares: Row;
  middle: number; // of the shares
  stream: Row[];
  width: number; // of the stream
}

export type How =
  "back" | "before" | "after" | "latest" | "first" | "same" | "other" | "smallest" | "largest" |
  "next larger" | "among" | "table" | "tags";
export interface Relation {
  how: How;
  query: string;
  key: string;
  pull: number;
  by: number;
  among: Meaning[];
  to: [Meaning, Meaning[]][];
}

/** A relation, and what it adds to the scores of a run. */
export interface Compared { told: Relation; scores: Row[]; }

/** A head in a run: what stands where it asks and where it looks, and where it looked. */
export interface Question {
  head: RunHead;
  asks: Normed;
  origins: Origin[];
  answers: Normed;
  keys: Origin[];
  weights: Row[];
  causal: boolean;
  tags?: Group;
  queries?: Row[]; // what it asks from each position, once that was needed
}

export type By = "token" | "place" | "head" | "cross" | "mlp" | "sum" | "answer";
export type Verb =
  "copies" | "brings" | "takes away" | "adds" | "scales" | "turns" | "moves";

export interface Lane {
  name: string;
  kind: Kind;
  part: string;
  by: By;
  layer: number;
  head: number | null;
  columns: number[];
  book: Book;
  values: Meaning[];
  loud: Row;
  rows: Row[];
  stack: string;
}

/** A place of the picture: a lane, "text" for what was typed, and a position. */
export interface Cell { lane: string; at: number; stack: string; k?: number; }
/** What is asked for its causes: a cell, of which the k-th column may be meant, or a number. */
export type Place = Cell | string;
export interface Thread { from: Cell; to: Cell; weight: number; head: LaneHead; }
/** What is held against what. */
export interface Pair { asks: Cell; answers: Cell; how: How; }

/** What plays a part in what is said at a position. */
export interface Story {
  cells: Cell[];
  threads: Thread[];
  pairs: Pair[];
  ranked: LaneHead[];
  tags: Map<string, Set<string>>; // of a cell, those that were read or looked for
  said: Cell[]; // at the position itself, what the answer is made of
  byPlace: boolean; // whether of the text there only the number of the position is
  inAnyCase: boolean; // whether not even that is
  raised(head: LaneHead): number; // how far what it brought raises the answer over what comes next
  chosen: Map<string, string>; // of cells that heads look at, by which rule they were chosen
  passed: Map<string, string>; // of those others, that they stand "earlier" or "later"
  checked: Set<string>; // cells in which what is counted might have been found, and was not
  match?: [asks: number[], answers: number[]]; // the places of the text that are found to be alike
}

export interface Carried { verb: Verb; taken: string; put: string; lane: Lane; }

export interface LaneHead {
  name: string;
  layer: number;
  number: number;
  cross: boolean;
  relations: Relation[] | null;
  carried: Carried[];
  source: number[];
  weight: Row;
  weights: Row[];
  scores: Row[];
  given: Row[]; // the values of the keys
  causal: boolean; // whether it sees no later ones
  head: RunHead;
  liked: string[][];
  reads: string[]; // the tags that it takes
  stack: string;
}

export interface Lanes {
  tokens: Meaning[];
  read: Meaning[];
  lanes: Lane[];
  heads: LaneHead[];
  noun: string;
  symbols: string[]; // of all ids
  sentinels: string[]; // names of what nobody types
  stream(i: number): Row;
  logits(i: number): Row;
}

/** What would be said, had other symbols stood at some positions; without, what each place says. */
export interface Instead { positions: number[]; texts: string[][]; says: string[];
  now: number; read: boolean; }

/** The dial that is wrong first, what it should hold and holds, and what is said of it. */
export interface Wrong {
  cell: Cell;
  should: Meaning;
  holds: Meaning;
  right: boolean; // whether the answer is as it should be nevertheless
  label: string;
  text: string;
  lines?: string[]; // in its cell, where no tags stand there
  frame(seat: Seat, room: number): SVGElement[];
}

/** Where a cell is drawn: its middle, and half of its height. */
export interface Seat { x: number; y: number; half: number; lines: string[]; }

/** What a place is, and which terms a number of it is the sum of: six, and of the rest the sum. */
export interface Explained {
  said: string;
  number: string;
  value: number;
  terms: Term[];
  rest: number;
  together: number;
  small?: number; // how many were too small to be kept
  after?: string; // what becomes of the sum
  k?: number;
  columns: { k: number; name: string }[];
  key: string; // of the number
}

/** What an explanation is of, and what its buttons do. */
export interface Asking {
  graphs: Graph[];
  seen: Lanes;
  place: Place;
  go(place: Place): void;
  back?: () => void;
  shut(): void;
  set: SetState;
}

/** What asks a dial, and then its causes, what made them; `cell` is the last dial asked. */
export interface Asker {
  cell: Cell | undefined;
  go(place: Place | undefined): void;
  open(): void;
  draw(view: View, seen: Lanes): void;
}

/** What is loaded when a reader needs it. */
export interface Late {
  explaining?: (lanes: LanesView) => Asker;
  wrong?: (spec: Speaker, state: State, run: Run) => Wrong | undefined;
}
