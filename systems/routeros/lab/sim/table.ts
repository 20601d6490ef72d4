import { setTimeout as wait } from 'node:timers/promises';
import type { ReadArgument } from './fields.js';
import { badRequest, noSuchItem } from './trap.js';

interface TableOptions {
  readonly path: string;
  /** What a row is called in the log. */
  readonly noun: string;
  /** What may be set, and how it is read. */
  readonly fields: Readonly<Record<string, ReadArgument>>;
  readonly required?: readonly string[];
  /** The members that a row has by default. */
  readonly defaults?: SimRow;
  /** The rows that the device has at first. */
  readonly rows?: readonly SimRow[];
  /** The members in which rows differ, and what RouterOS answers to a second row with the same ones. */
  readonly unique?: { readonly by: readonly string[]; readonly failure: string };
  /** Throws if the device does not accept a row. */
  check?(row: SimRow, others: Iterable<SimRow>): void;
  /** The row as it is shown: with what follows from the rest of the device. */
  show?(row: SimRow): SimRow;
  readonly journal: WriteLog;
  /** Rows that the device made itself can be neither changed nor removed. */
  readonly protectsDynamic?: boolean;
}

interface FixedMenu {
  readonly set?: boolean;
  readonly commands?: Readonly<Record<string, MenuCommand>>;
}

const withoutEmpty = (row: SimRow): SimRow =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => name !== 'comment' || value !== ''),
  );

/** The rows of a menu, with ids that are never used twice. */
export class Table implements Menu {
  readonly kind = 'list';
  readonly path: string;
  readonly #options: TableOptions;
  #rows = new Map<string, SimRow>();
  #lastId = 0;

  constructor(options: TableOptions) {
    this.path = options.path;
    this.#options = options;
    for (const row of options.rows ?? []) this.insert({ ...options.defaults, ...row });
  }

  /** The menu without the ways to add and remove rows; without `set` its rows cannot be changed either. */
  fixed({ set = false, commands }: FixedMenu = {}): Menu {
    return {
      ...{ path: this.path, kind: this.kind },
      rows: () => this.rows(),
      keep: () => this.keep(),
      ...(set && { set: (id, args) => this.set(id, args) }),
      ...(commands && { commands }),
    };
  }

  rows(): readonly SimRow[] {
    const { show } = this.#options;
    const rows = [...this.#rows.values()];
    return show === undefined ? rows : rows.map(show);
  }

  /** The first row of which this is true, as it is shown; looked for among the rows as they are kept. */
  find(isIt: (row: SimRow) => boolean): SimRow | undefined {
    const { show } = this.#options;
    for (const row of this.#rows.values()) if (isIt(row)) return show?.(row) ?? row;
    return undefined;
  }

  /** Put a row there without looking at it, as the device itself does. */
  insert(row: SimRow): string {
    const id = `*${(++this.#lastId).toString(16).toUpperCase()}`;
    this.#rows.set(id, { '.id': id, ...row });
    return id;
  }

  /** Change a row without looking at it. */
  overwrite(id: string, changes: SimRow): void {
    this.#rows.set(id, withoutEmpty({ ...this.#rows.get(id), ...changes }));
  }

  /** Take away rows without a word. */
  drop(which: (row: SimRow) => boolean): void {
    for (const [id, row] of this.#rows) if (which(row)) this.#rows.delete(id);
  }

  keep(): () => void {
    const rows = new Map(this.#rows);
    return () => void (this.#rows = rows);
  }

  add(args: Args): SimRow {
    const { required = [], defaults = {}, journal, noun } = this.#options;
    const before = args.get('place-before');
    if (before !== undefined && this.move !== undefined) this.#stored(before);
    const given = this.#read(args);
    for (const name of required) if (!given.has(name)) throw badRequest(`missing =${name}=`);
    const row = withoutEmpty({ ...defaults, ...Object.fromEntries(given) });
    this.#check(row, [...this.#rows.values()]);
    const id = this.insert(row);
    if (before !== undefined) this.move?.(id, before);
    journal('system,info', `${noun} added by rest-api`);
    return this.#shown(id);
  }

  set(id: string, args: Args): SimRow {
    const { journal, noun } = this.#options;
    const stored = this.#changeable(id);
    const row = withoutEmpty({ ...stored, ...Object.fromEntries(this.#read(args)) });
    const others = [...this.#rows.values()].filter((other) => other['.id'] !== id);
    this.#check(row, others);
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
    const moved = new Map<string, SimRow>();
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

  #check(row: SimRow, others: readonly SimRow[]): void {
    const { check, unique } = this.#options;
    check?.(row, others);
    if (unique === undefined) return;
    const isSame = (other: SimRow) => unique.by.every((name) => other[name] === row[name]);
    if (others.some(isSame)) throw badRequest(`failure: ${unique.failure}`);
  }

  #stored(id: string): SimRow {
    const row = this.#rows.get(id);
    if (row === undefined) throw noSuchItem();
    return row;
  }

  #changeable(id: string): SimRow {
    const row = this.#stored(id);
    if (this.#options.protectsDynamic === true && row['dynamic'] === 'true') {
      throw badRequest(`failure: can not change dynamic ${this.#options.noun}`);
    }
    return row;
  }

  #shown(id: string): SimRow {
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
export interface CommandCall {
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Milliseconds after which the device ends a command that would run on. */
  readonly sessionCap: number;
}

export type MenuCommand = (
  args: Args,
  call: CommandCall,
) => readonly SimRow[] | Promise<readonly SimRow[]>;

/** What RouterOS grants to one REST request. */
const SESSION_SECONDS = 60;

/**
 * A command that takes so many seconds. Time inside commands passes at once: pings do not really
 * take seconds; only what would outlast its session really waits, and ends as it does on a router.
 */
export async function runOut(seconds: number, { signal, sessionCap }: CommandCall): Promise<void> {
  if (seconds < SESSION_SECONDS) return;
  await wait(sessionCap, undefined, { signal });
  throw badRequest('Session closed');
}

/** A place in the tree of RouterOS: a list of rows, or a single record. What is missing it cannot do. */
export interface Menu {
  readonly path: string;
  readonly kind: 'list' | 'record';
  rows(): readonly SimRow[];
  add?(args: Args): SimRow;
  /** Of a record, the id is not looked at. */
  set?(id: string, args: Args): SimRow;
  remove?(id: string): void;
  /** Put a row in front of another one, or at the end. */
  move?(id: string, before: string | undefined): void;
  /** Remember what is there now; the returned function puts it back. */
  keep?(): () => void;
  readonly commands?: Readonly<Record<string, MenuCommand>>;
}

/** Writes a line into the log of the device. */
export type WriteLog = (topics: string, message: string) => void;

/** A row as RouterOS shows it: every value is text. */
export type SimRow = Readonly<Record<string, string>>;

/** The arguments of a request, as text. A map, because their names come from the wire. */
export type Args = ReadonlyMap<string, string>;
