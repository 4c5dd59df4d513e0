// What sentences of a machine of semes come to, before its stream is laid out.

import type { Transformer } from "../../kit/figures";
import type { SymbolName } from "../listing/listing";
import type { Names } from "../listing/expressions.js";
import type { Sentence } from "../listing/sentences.js";

/** Terms of a vector, each a factor with a name, and of a matrix, each with two. */
export type Terms = [factor: number, name: string][];
export type Pairs = [factor: number, left: string, right: string][];

/** A machine as far as vectors are read for it. */
export interface OfSemes { semes: Set<string>; names: Names; }

/** A head as it is said: where it looks, for what, and what it moves. */
export interface SaidHead {
  line?: Sentence;
  where: string;
  look: Pairs;
  move: Pairs;
  hard?: number;
  name: string;
}
export interface SaidUnit { line?: Sentence; reads: Terms; writes: Terms; }
export interface SemeLayer { line: Sentence; heads: SaidHead[]; units: SaidUnit[]; }

/** An encoder, a decoder, or the one stack of a machine, which has no kind. */
export interface Stack {
  kind: string;
  line: Sentence | null;
  words: Map<SymbolName, Terms>;
  layers: SemeLayer[];
  model: Transformer | undefined;
}
