// Made by python -m taotp.figures.declarations from what Python sends; not to be changed here.
// An array of a model is data as it is sent, and a Matrix where it is computed with.

import type { AnyControl, Program, SentModel, State, StoredColumn } from "./page";

export interface Matrix { rows: number; columns: number; data: Float64Array; }

export interface Marker {
  layer: number;
  unit: number;
  heads: Array<string>;
}

export interface Phrases {
  answers: Record<string, string>;
  alone: string;
  after: string;
  column: number;
  markers: Array<Marker>;
  forms: Array<string>;
}

export interface Control {
  name: string;
  label: string;
}

export interface LogDial {
  name: string;
  label: string;
  least: number;
  most: number;
  kind: "log";
}

export interface Dial {
  name: string;
  label: string;
  least: number;
  most: number;
  by: number;
  unit: string;
  smooth: boolean;
  kind: "linear" | "circleDial";
}

export interface GrowingDial {
  name: string;
  label: string;
  least: number;
  most: number;
  by: number;
  kind: "growing";
}

export interface ChoiceDial {
  name: string;
  label: string;
  values: Array<number>;
  kind: "choice";
}

export interface CutDial {
  name: string;
  label: string;
  values: Array<number>;
  off: number;
  least: number;
  most: number;
  kind: "cut";
}

export interface Select {
  name: string;
  label: string;
  values: Array<string | number>;
  names: Array<string> | null;
  kind: "select";
}

export interface Positions {
  name: string;
  label: string;
  kind: "step";
}

export interface Line {
  name: string;
  label: string;
  cursor: string;
  empty: string;
  most: number;
  kind: "text";
}

export interface Preset {
  name: string;
  label: string;
  presets: Array<Record<string, any>>;
  kind: "preset";
}

export interface NoiseDial {
  name: string;
  label: string;
  values: Array<number>;
  least: number;
  most: number;
  kind: "noise";
}

export interface Axis {
  name: string;
  values: Array<string | number>;
}

export interface Points {
  rows: number;
  at: Array<number>;
}

export interface Fold {
  title: string;
  opens: Array<string>;
}

export interface Figure {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
}

export interface Cases {
  heard: Array<Array<number>>;
  expected: Array<Array<number>>;
  each: "input" | "prompt";
  what: string;
}

export interface Look {
  path: string;
  name: string;
}

export interface Mark {
  after: string;
  column: number;
  name: string;
}

export interface Grammar {
  classes: Record<string, Array<string>>;
  opens: Array<string>;
  owned: Array<string>;
  vowels: string;
  rules: Record<string, string>;
  idioms: string;
  meant: string;
}

export interface Told {
  sentences: Array<string>;
  right: number;
  shares: Record<string, number>;
}

export interface Reading {
  arcs: Array<Look>;
  marks: Array<Mark>;
  texts: Array<string>;
  label: string;
  pairs: Array<Told>;
  grammar: Grammar | null;
  phrases: Phrases | null;
}

export interface Speaker {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  cursor: string;
  choices: Array<Axis>;
  options: Array<Program>;
  columns: Array<StoredColumn>;
  constant: string;
  answer: string | Array<string> | null;
  table: Record<string, string> | null;
  length: number;
  circle: number | null;
  cases: Array<Cases>;
  reading: Reading | null;
  kind: string;
}

export interface FormField {
  name: string;
  label: string;
  kind: "formula" | "number" | "list" | "choice" | "lines" | "texts" | "rows" | "words" | "sentences" | "listing";
  names: Array<string>;
  choices: Array<string>;
  example: string;
}

export interface Form {
  name: string;
  label: string;
  fields: Array<FormField>;
  slug: string;
  kind: "form";
}

export interface Handed {
  name: string;
  returns: string;
  takes: number;
}

export interface AnswerBox {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  number: string;
  slug: string;
  fields: Array<FormField>;
  check: string;
  data: Record<string, any>;
  model: Record<string, any> | null;
  columns: Array<StoredColumn>;
  hand: Handed | null;
  kind: "answer";
}

export interface ListedExercise {
  slug: string;
  number: string;
  title: string;
  marks: string;
  page: string;
  address: string;
  effort: number;
  way: boolean;
  word: boolean;
}

export interface ListedChapter {
  title: string;
  exercises: Array<ListedExercise>;
}

export interface Progress {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  chapters: Array<ListedChapter>;
  kind: "progress";
}

export interface Blanks {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  cursor: string;
  examples: Record<string, Record<string, any>>;
  kind: "bench";
  slug: string;
  key: string;
  known: Record<string, any>;
  every: Array<any>;
  more: Array<string>;
  named: boolean;
  said: number | null;
}

export interface TextArea {
  name: string;
  label: string;
  rows: number;
  examples: Record<string, Record<string, any>>;
  kind: "listing";
}

export interface EditedText {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  cursor: string;
  examples: Record<string, Record<string, any>>;
  kind: "editor";
}

export interface CirclePoints {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  choices: Array<Axis>;
  labels: Array<string>;
  options: Array<Points>;
  columns: Array<StoredColumn>;
  kind: "circle";
}

export interface Cloud {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  shapes: Array<string>;
  points: Points;
  columns: Array<StoredColumn>;
  kind: "cloud";
}

export interface Hardening {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  choices: Array<Axis>;
  positions: number;
  options: Array<SentModel>;
  columns: Array<StoredColumn>;
  kind: "hardening";
}

export interface Failures {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  names: Array<string>;
  rows: Array<any>;
  columns: Array<StoredColumn>;
  right: Array<Array<number>>;
  cases: Array<Array<Record<string, any>>> | null;
  target: string;
  kind: "failures";
}

export interface Gate {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  units: Points;
  base: number;
  points: Array<Array<number>>;
  near: number;
  least: number;
  most: number;
  bottom: number;
  top: number;
  columns: Array<StoredColumn>;
  kind: "gate";
}

export interface Bench {
  name: string;
  label: string;
  programs: Record<string, Record<string, string>>;
  kind: "inside";
}

export interface Inspected {
  name: string;
  speaker: Speaker;
  other: string;
  at: string;
  scores: Record<string, Array<Array<number>>>;
}

export interface Inside {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  cursor: string;
  programs: Array<Inspected>;
  kind: "inside";
}

export interface WhichOne {
  name: string;
  label: string;
  kind: "which";
}

export interface Compared {
  name: string;
  speaker: Speaker;
  sizes: Record<string, number>;
}

export interface Pair {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  cursor: string;
  constant: string;
  compared: Array<Compared>;
  below: Array<string>;
  question: string;
  right: string;
  kind: "pair";
}

export interface Tools {
  name: string;
  label: string;
  boards: Record<string, Record<string, any>>;
  own: string;
  kind: "tools";
}

export interface GuessLine {
  name: string;
  label: string;
  kind: "guess";
}

export interface Trials {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  cursor: string;
  choices: Array<Axis>;
  options: Array<Program>;
  columns: Array<StoredColumn>;
  constant: string;
  answer: string | Array<string> | null;
  table: Record<string, string> | null;
  length: number;
  circle: number | null;
  cases: Array<Cases>;
  reading: Reading | null;
  kind: string;
  symbols: Array<string>;
  once: boolean;
  target: string;
}

export interface CacheCost {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  machines: Record<string, Record<string, number>>;
  most: number;
  kind: "cacheCost";
}

export interface Sleepers {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  cursor: string;
  choices: Array<Axis>;
  options: Array<Program>;
  columns: Array<StoredColumn>;
  constant: string;
  answer: string | Array<string> | null;
  table: Record<string, string> | null;
  length: number;
  circle: number | null;
  cases: Array<Cases>;
  reading: Reading | null;
  kind: string;
  prompts: Record<string, string>;
}

export interface Clocks {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  hands: Array<string>;
  norms: Record<string, Record<string, any> | null>;
  kind: "clocks";
}

export interface Computer {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  model: SentModel;
  columns: Array<StoredColumn>;
  vocabulary: Array<string>;
  programs: Record<string, string>;
  heads: Record<string, string>;
  cursor: string;
  kind: "computer";
}

export interface Shares {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  words: Array<string>;
  never: number;
  kind: "shares";
}

export interface Votes {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  ballots: Record<string, Array<number>>;
  names: Array<string>;
  last: string;
  shown: Array<string>;
  kind: "votes";
}

export interface Cover {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  loud: number;
  most: number;
  norm: Record<string, any>;
  kind: "cover";
}

export interface Fork {
  hertz: number;
  label: string;
}

export interface Asked {
  heard: Record<string, Array<number | null>>;
  silent: Record<string, Array<Array<number | null>>>;
}

export interface Limits {
  rows: Array<number>;
  columns: Array<number>;
  right: Array<Array<number>>;
  n: number;
}

export interface Listener {
  model: SentModel;
  values: Array<number>;
  vocabulary: Array<string>;
  start: number;
  stop: number;
  steps: number;
  size: number;
  hop: number;
  lead: number;
  taper: number;
  length: number;
  whisper: number;
  guards: number;
  middle: number;
  reads: Record<string, Array<number>>;
}

export interface Dialing {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  forks: Array<Fork>;
  tries: Array<Record<string, any>>;
  standard: Asked;
  limits: Limits;
  machine: Listener;
  kind: "dialing";
}

export interface LawOfScale {
  name: string;
  what: string;
  unit: string;
  c: number;
  alpha: number;
  least: number;
  most: number;
  tried: Array<number>;
}

export interface LawsOfScale {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  unit: number;
  laws: Array<LawOfScale>;
  runs: Record<string, Array<number>>;
  kind: "lawsOfScale";
}

export interface WritesItself {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  text: string;
  name: string;
  usual: Record<string, number>;
  kind: "writesItself";
}

export interface Mood {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  lexicon: Record<string, string>;
  emoji: string;
  flags: Record<string, Array<string>>;
  names: Array<string>;
  loud: number;
  n_ctx: number;
  model: SentModel;
  values: Array<number>;
  heads: Array<Record<string, any>>;
  steps: Array<string>;
  tries: Array<Record<string, any>>;
  kind: "mood";
}

export interface BytePairs {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  words: string;
  name: string;
  kind: "bytePairs";
}

export interface Reach {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  addresses: Array<string>;
  linear: Array<string>;
  digits: Record<string, number>;
  lengths: Array<number>;
  sure: number;
  lead: number;
  kind: "reach";
}

export interface Recordings {
  name: string;
  label: string;
  kind: "recordings";
}

export interface SayOne {
  name: string;
  label: string;
  kind: "sayOne";
}

export interface FrontEnd {
  size: number;
  hop: number;
  floor: number;
  quiet: number;
  room: number;
  above: number;
  hardly: number;
  silent: number;
  most: number;
}

export interface Words {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  names: Array<string>;
  words: Array<string>;
  sentence: Array<string>;
  sounds: Record<string, Record<string, Record<string, string>>>;
  own: string;
  models: Array<Record<string, any>>;
  columns: Array<StoredColumn>;
  bands: Record<string, any>;
  front: FrontEnd;
  alike: Array<number>;
  steepness: Array<number>;
  fewest: number;
  kind: "words";
}

export interface TrainedArray {
  path: string;
  rows: number;
  columns: number;
  wide: number;
  fixed: boolean;
  numbers: Array<number>;
}

export interface TrainedLesson {
  name: string;
  symbols: Array<string>;
  tokens: Array<Array<number>>;
  answers: Array<Array<number>>;
  arrays: Array<TrainedArray>;
  heads: Array<string>;
  rate: number;
  steps: number;
}

export interface Learns {
  id: string;
  title: string;
  alt: string;
  panels: Array<string>;
  folds: Record<string, Fold>;
  controls: Array<AnyControl>;
  hidden: Array<AnyControl>;
  folded: Array<string>;
  state: State;
  kept: Array<string>;
  lessons: Array<TrainedLesson>;
  kind: "learns";
}

export interface Head<A = Matrix> {
  W_Q: A;
  W_K: A;
  W_V: A;
  W_O: A;
  b_Q: A | null;
  b_K: A | null;
  b_V: A | null;
  b_O: A | null;
  name: string;
  by_distance?: A | null;
}

export interface MLP<A = Matrix> {
  W_in: A;
  b_in: A;
  W_out: A;
  b_out: A;
  act: string;
  W_gate?: A | null;
  b_gate?: A | null;
}

export interface Norm<A = Matrix> {
  gamma: A | null;
  beta: A | null;
  eps: number;
  centered: boolean;
  inside: boolean;
}

export interface Layer<A = Matrix> {
  heads: Array<Head<A>>;
  mlp: MLP<A> | null;
  norm_attn: Norm<A> | null;
  norm_mlp: Norm<A> | null;
  cross: Array<Head<A>>;
  norm_cross: Norm<A> | null;
}

export interface Transformer<A = Matrix> {
  W_E: A;
  W_pos: A;
  layers: Array<Layer<A>>;
  norm_final: Norm<A> | null;
  W_U: A | null;
  norms: "before" | "after";
  causal: boolean;
  encoder: Transformer<A> | null;
  rotary?: A | null;
  shared_keys?: number;
}
