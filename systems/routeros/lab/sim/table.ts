import type { Field } from './fields.js';
import { badRequest, noSuchItem } from './trap.js';

interface TableOptions {
  readonly path: string;
  /** What a row is called in the log. */
  readonly noun: string;
  /** What may be set, and how it is read. */
  readonly fields: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
  /** What a new row has where nothing else was said. */
  readonly defaults?: Row;
  /** Throws where a row cannot stand beside the others. */
  check?(row: Row, others: Iterable<Row>): void;
  /** The row as it is shown: with what follows from the rest of the device. */
  show?(row: Row): Row;
  readonly journal: Journal;
  /** Rows that the device made itself can be neither changed nor removed. */
  readonly protectsDynamic?: boolean;
}

const withoutEmpty = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => name !== 'comment' || value !== ''),
  );

/** The rows of a menu, with ids that are never used twice. */
export class Table implements Menu {
  readonly kind = 'list';
  readonly path: string;
  readonly #options: TableOptions;
  #rows = new Map<string, Row>();
  #lastId = 0;

  constructor(options: TableOptions) {
    this.path = options.path;
    this.#options = options;
  }

  rows(): readonly Row[] {
    const { show } = this.#options;
    const rows = [...this.#rows.values()];
    return show === undefined ? rows : rows.map(show);
  }

  /** The first row of which this is true, as it is shown; looked for among the rows as they are kept. */
  find(isIt: (row: Row) => boolean): Row | undefined {
    const { show } = this.#options;
    for (const row of this.#rows.values()) if (isIt(row)) return show?.(row) ?? row;
    return undefined;
  }

  /** Put a row there without looking at it, as the device itself does. */
  insert(row: Row): string {
    const id = `*${(++this.#lastId).toString(16).toUpperCase()}`;
    this.#rows.set(id, { '.id': id, ...row });
    return id;
  }

  /** Change a row without looking at it. */
  overwrite(id: string, changes: Row): void {
    this.#rows.set(id, withoutEmpty({ ...this.#rows.get(id), ...changes }));
  }

  /** Take away rows without a word. */
  drop(which: (row: Row) => boolean): void {
    for (const [id, row] of this.#rows) if (which(row)) this.#rows.delete(id);
  }

  keep(): () => void {
    const rows = new Map(this.#rows);
    return () => void (this.#rows = rows);
  }

  add(args: Args): Row {
    const { required = [], defaults = {}, check, journal, noun } = this.#options;
    const before = args.get('place-before');
    if (before !== undefined && this.move !== undefined) this.#stored(before);
    const given = this.#read(args);
    for (const name of required) if (!given.has(name)) throw badRequest(`missing =${name}=`);
    const row = withoutEmpty({ ...defaults, ...Object.fromEntries(given) });
    check?.(row, this.#rows.values());
    const id = this.insert(row);
    if (before !== undefined) this.move?.(id, before);
    journal('system,info', `${noun} added by rest-api`);
    return this.#shown(id);
  }

  set(id: string, args: Args): Row {
    const { check, journal, noun } = this.#options;
    const stored = this.#changeable(id);
    const row = withoutEmpty({ ...stored, ...Object.fromEntries(this.#read(args)) });
    const others = [...this.#rows.values()].filter((other) => other['.id'] !== id);
    check?.(row, others);
    this.#rows.set(id, row);
    journal('system,info', `${noun} changed by rest-api`);
    return this.#shown(id);
  }

  remove(id: string): void {
    this.#changeable(id);
    this.#rows.delete(id);
    this.#options.journal('system,info', `${this.#options.noun} removed by rest-api`);
  }

  move?(id: string, before: string | undefined): void;

  /** Put a row in front of another one, or at the end. */
  protected reorder(id: string, before: string | undefined): void {
    const row = this.#stored(id);
    if (before !== undefined) this.#stored(before);
    if (before === id) return;
    const moved = new Map<string, Row>();
    for (const [key, other] of this.#rows) {
      if (key === before) moved.set(id, row);
      if (key !== id) moved.set(key, other);
    }
    if (before === undefined) moved.set(id, row);
    this.#rows = moved;
  }

  #read(args: Args): Map<string, string> {
    const read = new Map<string, string>();
    for (const [name, value] of args) {
      if (name === 'place-before' && this.move !== undefined) continue;
      const field = Object.hasOwn(this.#options.fields, name)
        ? this.#options.fields[name]
        : undefined;
      if (field === undefined) throw badRequest(`unknown parameter ${name}`);
      read.set(name, field(value, name));
    }
    return read;
  }

  #stored(id: string): Row {
    const row = this.#rows.get(id);
    if (row === undefined) throw noSuchItem();
    return row;
  }

  #changeable(id: string): Row {
    const row = this.#stored(id);
    if (this.#options.protectsDynamic === true && row['dynamic'] === 'true') {
      throw badRequest(`failure: can not change dynamic ${this.#options.noun}`);
    }
    return row;
  }

  #shown(id: string): Row {
    const row = this.#stored(id);
    return this.#options.show?.(row) ?? row;
  }
}

/** A table whose order has a meaning, such as the rules of a firewall. */
export class OrderedTable extends Table {
  override move(id: string, before: string | undefined): void {
    this.reorder(id, before);
  }
}

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
