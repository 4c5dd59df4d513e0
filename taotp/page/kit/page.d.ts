// What the scripts hand to each other. Written by hand, beside what Python sends (figures.d.ts).

import type {
  AnswerBox, Figure, Head, Layer, Matrix, Speaker, Transformer, Trials,
} from "./figures";

// Arithmetic: a row of the stream, of scores or of weights; how a number is rounded.
export type Row = number[];
export type Round = (x: number) => number;
export type Point = number[];

/** The entries of a matrix that are not 0, in order: their rows, columns and values. */
export type Entries = [number[], number[], number[]];

/** A matrix that is multiplied by; what it remembers of itself makes that fast. */
export interface Factors extends Matrix { some?: Entries; }

/** A column as it is sent: base64, or what is not its usual number, with the way from the last. */
export type StoredColumn =
  | string & { size?: undefined; gaps?: undefined; usual?: undefined; is?: undefined }
  | { size: number; gaps: number[]; usual?: number; is: string };
export interface Column { rows: number[]; values: ArrayLike<number>; }

/** An array of a model as it is sent: a sum of powers of constants times columns. */
export interface Tensor {
  rows: number;
  columns: number;
  terms: { powers: Record<string, number>; at: number[] }[];
}
export type SentModel = Transformer<Tensor>;

/** A head as it is run: it knows the root by which its scores are divided. */
export interface RunHead extends Head { root: number; }
export interface RunLayer extends Layer { heads: RunHead[]; cross: RunHead[]; }

/** A model as it is run, its numbers rounded as they are when multiplied by. */
export interface Weights extends Omit<Transformer, "layers" | "encoder"> {
  layers: RunLayer[];
  encoder: Weights | null;
  round: Round;
}

/** What a head keeps of the rows that it may look at, and what it made of those that asked. */
export interface Seen {
  keys: Row[]; values: Row[]; scores: Row[]; pattern: Row[];
  before?: { n: number; query: Row; brought: Row }; // what was asked last, and brought
}

/** What a model hears: the id of a token, or a frame, which multiplies W_E. */
export type Token = number;
export type Heard = Token | Row;

/** A run that hears one token after another: all that later ones need of earlier ones. */
export interface Hearing {
  weights: Weights;
  off: string[];
  memory: Row[];
  tokens: Token[];
  from: number;
  heard: Token[];
  stream: Record<string, Row[]>;
  heads: Seen[][];
  cross: Seen[][];
}

/** What greedy decoding makes of a row of logits. */
export interface Decision {
  outcome: "clear" | "tie" | "nan";
  token: Token;
  margin: number;
  rivals: Token[];
}

/**
 * A step of a layer: whether a layer has one, and what it adds to rows of the stream; `replaces`
 * once it can be looked into.
 */
export interface Step {
  replaces?: boolean;
  norm: "norm_attn" | "norm_cross" | "norm_mlp";
  has(layer: RunLayer): unknown;
  added(run: Hearing, layer: RunLayer, number: number, rows: Row[]): Row[];
}

/** A group of coordinates of the stream. */
export interface Subspace { name: string; at: number; size: number; hidden?: boolean; }

/** A program as Python sends it: its model and symbols, and what it puts around a prompt. */
export interface Program {
  model: SentModel | Transformer; // as it is sent, or as it was read in the page
  vocabulary: string[];
  before: Token[];
  after: Token[];
  opening: Token[];
  sentinels: Token[];
  stop: Token | null;
  steps: number | null;
  slide: boolean;
  joint: string;
  words: {
    known: number[][]; spelled: Record<string, string[]>; kin?: Record<string, string[]>;
  } | null;
  subspaces: Subspace[];
  named?: Subspace[]; // as the machine itself names them, where a figure has other names
  reads?: Subspace[]; // of the encoder's stream
  cases?: number;
  n_match?: number;
}

/**
 * The state of the controls of a figure: by their names, what they are set to, a number or a text.
 * Which of both it is only the control knows, of names that are not those of many figures.
 */
export interface State {
  [name: string]: any;
  N?: number;
  text?: string;
  off?: string;
  changed?: string;
  precision?: "float64" | "float32" | "bfloat16" | "float16";
  far?: string;
  cell?: string;
  at?: string;
  tilt?: number;
  row?: number;
  n_match?: number;
  longest?: number;
  example?: string;
  own?: string;
}
export type Changes = Record<string, string | number>;
export type SetState = (changes: Changes) => void;

/** A place of an array: its path, row and column. */
export type Place = [path: string, row: number, column: number];
export type Change = [path: string, row: number, column: number, value: number];
export type Arrays = Record<string, Matrix>;

/** A model with some of its numbers changed, and what these were. */
export interface Numbers {
  model: Transformer;
  numbers: Arrays;
  changed: Record<string, number>;
  was: Record<string, number>;
}

/** What came out, in words: of what kind, and at which place it is first not as it should be. */
export interface Outcome { kind: string; text: string; place?: number; }

/** What any figure computes from its state. */
export interface FigureRun {
  whole: Outcome;
  now?: { kind?: string; text: string };
  error?: string;
}

/** A program that was told something and said the rest. */
export interface Said extends Hearing {
  program: Program;
  encoder?: Hearing;
  told: string;
  first: number;
  answer: Token[];
  decisions: Decision[];
  listens: boolean | number;
  judged: boolean;
  wanted?: (symbols: string[]) => Token[]; // what should be said after others, as `answer`
  error: string;
}

/** What a panel of a speaker draws: what was said, with the place that is looked at. */
export interface Run extends Said, Numbers {
  model: Transformer;
  option: number;
  last: number;
  place: number;
  step: number;
  x: Row;
  logits: Row;
  decision: Decision;
  expected: Token | undefined;
  whole: Outcome;
  now: Outcome;
}

/** How a figure computes its run; those of parts are added by name. */
// `ahead` is what can be done before, a piece at a time.
export type Compute<S extends FigureRun = FigureRun> =
  ((state: State) => S) & {ahead?: (() => unknown)[]};
export interface Runs {
  speaker: (spec: Speaker) => Compute<Run>;
  // Each kind of figure has a specification and a run of its own.
  [kind: string]: (spec: any) => Compute;
}

/** A panel: made once for a figure, drawn for each run; a rival is a run beside it. */
export interface Panel<R = any> {
  element: Element;
  draw(state: State, run: R, rival?: R): void;
}
// `ahead` makes what it draws of a run, where that is a task of its own.
export type PanelMaker = ((spec: any, set: SetState) => Panel) & { ahead?: (run: any) => void };

/** A control: it shows a state; what waits for a rest of the reader is done at once by hurry. */
export interface ControlNode {
  element: HTMLElement;
  show(state: State, run?: any): void;
  hurry?(): void;
}
export type ControlMaker = (control: any, set: SetState) => ControlNode;

/** What a figure that is mounted lets others do with it. */
export interface Handle {
  state: State;
  run?: FigureRun;
  times: number[];
  set: SetState;
  note(text: string, done?: boolean): void;
  offer(button: Element): void;
  hurry(): void;
  stop(): void;
}

/** What is drawn as cells: how many, how deep each, and what it says. */
export interface CellTable {
  rows: (string | number)[];
  columns: (string | number)[];
  tall: number;
  shade(i: number, j: number): number;
  say(i: number, j: number): string;
  alt: string[];
  framed?(i: number, j: number): boolean;
  move?(i: number, j: number): void;
  pick?(i: number, j: number): void;
  groups?: Subspace[];
  row?: number;
  across?: number;
  start?: number[];
  note?: string;
}

/** A bar: how long, of what kind, and what stands beside it. */
export interface Bar { name: string; value: number; words: string; kind: string; }

export interface Typed {
  symbols?: string[];
  prompt?: Token[];
  source?: Token[];
  error: string;
}


/** What an encoder made of a source: its run, and a row for each of what it read. */
export interface Encoded { run: Hearing; memory: Row[]; }

/** The attributes of a node; each is written as a text. */
export type Attributes = Record<string, unknown>;

/** What a program of words makes of a text: symbols, or what is wrong with it. */
export interface Cut { symbols?: string[]; error?: string; }

/** Another way to pack a text into an address. */
export interface Packing {
  mark: string;
  pack(text: string): Iterable<number> | undefined;
  unpack(bytes: Uint8Array): string;
}

/** A dial of any kind, of which each has some of these. */
export interface AnyControl {
  name: string;
  label: string;
  kind: string;
  values?: (string | number)[];
  least?: number;
  most?: number;
  by?: number;
  unit?: string;
  smooth?: boolean;
}
export interface AnyDial extends AnyControl { values?: number[]; }

/** A figure as a host mounts it: what Python sends of all figures, and of one kind more. */
export interface FigureSpec extends Figure { kind: string; cursor?: string; }

/** A figure in the page. */
export interface FigureElement extends HTMLElement {
  spec: FigureSpec;
  handle?: Handle;
  inNotebook: boolean;
  begin(): void;
  ask(query: URLSearchParams): void;
  depart(): void;
  lightNames(names: string[]): void;
}

/** What an address asks of a figure. */
export interface AskedOf { id: string; query: URLSearchParams; asks: boolean; }

/** How a widget in a notebook is told and asked. */
export interface WidgetModel {
  get(name: string): any;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(name: string, act: () => void): void;
  off(name: string, act: () => void): void;
}

/** Where a point of space is seen. */
export type See = (at: Point) => Point;

/** A formula as a function of the values of its names. */
export type Formula = (values: Record<string, number>) => number;

/** What a reader has done: by the names of exercises, how far it is. */
export interface KeptProgress {
  author?: string;
  progress?: Record<string, string>;
  refused?: string;
}

/** A symbol with a name beside its point. */
export interface Named { id: Token; name: string; kind?: string; }

/** Arrows among points: each from where to where, and what it is. */
export interface Arrows { points: ArrayLike<number>[]; arrows: Point[][]; names: string[]; }

/** A symbol or a position on a circle: its numbers, and where it is drawn. */
export interface CompassItem {
  path: string;
  row: number;
  x: Row;
  flat: Point;
  scale?: number;
  tip?: Point;
  at?: number;
}

/** A trial of all short inputs, as far as it went. */
export interface TrialFailure { text: string; says: string; should: string; }
export interface Trial {
  tried: number;
  promised: number;
  failed: number;
  failures: TrialFailure[];
  running: boolean;
  key?: string;
}
export interface TrialsFigure extends Trials { trial?: Trial; }

/** What a check makes of an answer: of what kind, in which words, and what it earns. */
export interface Verdict {
  kind?: string;
  text?: string;
  table?: SaidTable;
  credit?: string;
  partly?: boolean;
  pending?: boolean;
}

/** A table of what a program says. */
export interface SaidTable { caption: string; head: string[]; rows: unknown[][]; link?: string; }
export interface AnswerRun extends FigureRun {
  credit?: string;
  table?: SaidTable;
  pending?: boolean; // it is being asked
  handed?: () => import("../exercises/handing.js").HandedAnswer[]; // what a file holds of it
}

/** What an exercise has as data, or what was typed, by its names. */
export type OfAnswer = Record<string, any>;

/** A stretch of the line of numbers, both ends in it: what is wrong with a number there. */
export interface Stretch { from?: number; to?: number; wrong?: string; }

/** A part of an answer, and what is right there: a number, or one of some texts. */
export interface AnswerPart {
  stretches?: Stretch[];
  is?: string[] | Record<string, number>;
  whole?: string;
  wrong?: string;
}

/** Two texts, how often their like is asked, and what was said of each. */
export interface AskedPair {
  good: string[];
  bad: string[];
  times: number;
  of_good: number;
  of_bad: number;
  points: number;
}

/**
 * Judges what was typed: demands what must hold, and says what is said of a right answer. What an
 * exercise has as data, and what its fields are read as, each check knows of its own.
 */
export type Check = (data: OfAnswer, typed: OfAnswer, spec: AnswerBox) => Verdict;
