// What a listing is while it is read: words, literals, and what sentences make of both.

import type { Subspace } from "../../kit/page";
import type { Head, Matrix, Norm, Transformer } from "../../kit/figures";
import type { Misread } from "./faults.js";
import type { Sentence } from "./sentences.js";

/** From where to where something stands in a text. */
export interface Span { start: number; end: number; }
export interface Word extends Span { kind: string; text: string; }

/** A fault as it is told: in which line, at which column, how long, and what is wrong. */
export interface Fault { line: number; column: number; length: number; message: string; }

/** A value of nested lists: of its kind it depends which of the others it has. */
export interface Literally extends Span {
  kind: string;
  value?: any; // a number, a text, true, false or null
  numbers?: number[];
  items?: Literally[];
  entries?: Entry[];
}
export interface Entry extends Span { key: string; value: Literally; }
export type Entries = Record<string, Entry>;

/** How long axes are, by their names, and where that was said. */
export type Sizes = Record<string, [size: number, source: string]>;
export interface Shaped extends Matrix { shape: number[]; }

export type SymbolName = string | number;

/** A part of the stream; of names that belong to a part one number. */
export interface StreamPlace {
  name: string; start: number; size: number; d_model: number; hidden?: boolean;
}
export interface Circle { place?: StreamPlace; n: number; paces: number[]; }

/** What is read of the stream: a matrix, and what is added to it. */
export interface Linear { matrix: Matrix; constant: number[]; }
export type Value = number | Linear;

/** Hidden units of a layer, or a table that will be some. */
export interface Units {
  W_in?: Matrix; b_in?: Matrix; W_out?: Matrix; b_out?: Matrix;
  rows?: number[][]; says?: number[][]; words?: Word[]; broken?: boolean;
  line?: Sentence; read?: StreamPlace; write?: StreamPlace[]; loud?: number;
}

/** A layer while it is made. */
export interface Draft {
  line: Sentence;
  heads: Head[];
  units: Units[];
  norms: Record<string, Norm | null>;
  act?: [act: string, line: Sentence];
}

/** What the clauses of a sentence say: of their names it depends what. */
export type Clauses = Record<string, any>;
export type Reads = Record<string, () => void>;

/** What is made of a listing: a program, or what is wrong with the text. */
export interface Made {
  wrongs?: Misread[];
  faults?: Fault[];
  vocabulary?: SymbolName[];
  start?: SymbolName | null;
  stop?: SymbolName | null;
  after?: SymbolName | null;
  opening?: SymbolName | null;
  steps?: number | null;
  slide?: boolean;
  subspaces?: Subspace[];
  words?: {
    known: string[]; spelled: Record<string, string[]>; kin?: Record<string, string[]>;
  } | null;
  model?: Transformer;
}

/** Rows that a sentence lays, and what its clauses say of them. */
export type Rows = [number[][], Clauses];

/** How a head finds where it looks, and what its sentence says besides. */
export interface Way {
  got: Clauses;
  where: Record<string, Word>;
  asked: Linear;
  sought: Linear;
  name?: string;
}
