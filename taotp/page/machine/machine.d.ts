// What the picture of a machine is about: tables of numbers with what made each, steps, columns.

import type {
  Hearing, Program, Row, RunHead, Seen, Subspace, Token, Decision,
} from "../kit/page";
import type { Matrix } from "../kit/figures";
import type { Made, Table } from "./graph.js";

/** What a graph is made of: the run of a machine, or that of its encoder, which says nothing. */
export type GraphRun = Hearing & { program?: Program; decisions?: Decision[]; answer?: Token[] };

/** Adds a table to a graph. */
export type Add = (
  name: string, size: number, count: number, row: (i: number) => Row,
  column: Table["column"], made: Table["made"],
) => Table;

/** A head with the rows that it looks at, and the path of its weights. */
export interface HeadPlace {
  head: RunHead;
  seen: Seen;
  pattern: Row[];
  own: Table;
  other: Table;
  label: string;
  path: string;
  first: string; // the path of the head whose keys and values it shares, or its own
  rotary: Matrix | null;
}

/** The tables of a head. */
export interface HeadTables {
  query: Table;
  key: Table;
  value: Table;
  score: Table;
  looks: Table;
  mixed: Table;
  head: RunHead;
  label: string;
  path: string;
  sources: number;
}

/** The tables of a layer, of which one without heads or MLP has not all. */
export interface LayerTables {
  heads?: HeadTables[];
  carried?: Table;
  cross?: HeadTables[];
  crossed?: Table;
  hidden?: Table;
  after?: Table;
}

/** A step in which a machine is shown. */
export interface Shown {
  id: string;
  kind: string;
  layer: number | "";
  more: string;
  source: string;
}

/** What a picture keeps that is in no address. */
export interface Kept {
  cursor: string;
  narrow?: boolean;
  firstHead?: number;
  most?: number;
  allRows?: boolean;
  opened?: number[]; // the first of rows that were left out and are wanted
}

/** What is spoken: texts, and texts that stand out. */
export type Spoken = (string | string[])[];

/** A column of the picture; its place and width are known once it is laid out. */
export interface MachineColumn {
  kind: string;
  key: string;
  title: string;
  since: string;
  groups: Subspace[];
  table?: Table;
  head?: HeadTables;
  layer?: number;
  more?: string;
  short?: string;
  chip?: number;
  open?: boolean;
  later?: boolean;
  mode?: string;
  off?: boolean;
  least?: number;
  most?: number;
  tiles?: number;
  numbersAt?: number;
  at?: number;
  far?: number;
  roomy?: boolean;
  skipped?: number;
  x?: number;
  w?: number;
  unit?: number;
  gap?: number;
  numbers?: boolean;
}

/** Which of the open heads are shown, where not all fit. */
export interface Turns { from: number; all: number; fit: number; }

/** Cells of one table, at places; an upright grid is a row stood on end. */
export interface Grid {
  table: Table;
  rows: { i: number; y: number }[];
  unit: number;
  numbers?: boolean;
  at?(j: number): number;
  upright?: boolean;
  arcs?: boolean;
  i?: number;
  x?: number;
}

/** A number of a cell that is written. */
export interface DrawnNumber {
  value: number;
  x: number;
  y: number;
  unit: number;
  upright?: boolean;
  best: boolean;
  share: number;
}

/** An arc from a row that is read. */
export interface Arc {
  d: string;
  weight: number;
  asked: boolean;
  mine: boolean;
  i: number;
  j: number;
}
