/** The request that a command runs for. */
export interface Call {
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Milliseconds after which the device ends a command that would run on. */
  readonly sessionCap: number;
}

export type Command = (args: Args, call: Call) => readonly Row[] | Promise<readonly Row[]>;

/** A place in the tree of RouterOS: a list of rows, or a single record. What is missing it cannot do. */
export interface Menu {
  readonly path: string;
  readonly kind: 'list' | 'record';
  rows(): readonly Row[];
  add?(args: Args): Row;
  /** Of a record, the id is not looked at. */
  set?(id: string, args: Args): Row;
  remove?(id: string): void;
  /** Put a row in front of another one, or at the end. */
  move?(id: string, before: string | undefined): void;
  /** Remember what is there now; the returned function puts it back. */
  keep?(): () => void;
  readonly commands?: Readonly<Record<string, Command>>;
}

/** Writes a line into the log of the device. */
export type Journal = (topics: string, message: string) => void;

/** A row as RouterOS shows it: every value is text. */
export type Row = Readonly<Record<string, string>>;

/** The arguments of a request, as text. A map, because their names come from the wire. */
export type Args = ReadonlyMap<string, string>;
