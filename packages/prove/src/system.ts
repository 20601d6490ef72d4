import type { Contract, Era } from '@errata/core';
import type { Answer, Wire } from './wire/wire.js';

/**
 * How a server sends failed tool calls up to 2025-11-25: as JSON-RPC errors, as results with `isError`, or as results to known hosts
 * alone. On 2026-07-28 all three are results.
 */
export type ToolFailureForm = 'rpc' | 'tool' | 'by-host';

/** One transport in one revision. */
export interface Cell {
  readonly transport: string;
  readonly era: Era;
  /** The form that the server is started with; with `rpc` and `by-host` the client has the name of a known host. Default: the server's own. */
  readonly toolFailures?: ToolFailureForm;
}

/** A running system with everything that it depends on. */
export interface World {
  /** Every wire that was ever connected: all that came over them is looked at. */
  readonly wires?: Iterable<Wire>;
  close(): Promise<void>;
}

/**
 * A failure as a document shows it. Texts are literal; a placeholder such as `<device>` is any text or number, and
 * the same one wherever it is repeated. A reply may have more members, lists are as long as here.
 */
export interface Example {
  /** `error.message`, where the failure is a JSON-RPC error. */
  readonly message?: string;
  /** Left out if the document does not say what is in it; null if it says that there is none. */
  readonly data?: Readonly<Record<string, unknown>> | null;
}

/** A real cause that makes a running server emit one declared failure. */
export interface Provocation<W> {
  /** A reason of the contract's catalog. */
  readonly reason: string;
  /** Which of several causes of one reason. */
  readonly variant?: string;
  /** One sentence: what really happens. */
  readonly cause: string;
  /** Which part of the world it uses; default: `main`. Provocations of different lanes run side by side. */
  readonly lane?: string;
  /** Members of the failure's data that have to be there beside the declared ones: `errors[0].field`. */
  readonly fields?: readonly string[];
  /** The document's example of the failure. The reply must match it. */
  readonly example?: Example | ((era: Era) => Example);
  /** Where the failure is, if contract and era do not decide that: a call that an edge refuses never met a tool. */
  readonly surface?: 'rpc' | 'tool';
  /** Why it cannot happen in a cell; undefined if it can. */
  readonly impossible?: (cell: Cell) => string | undefined;
  /** Do the real thing, and give the reply that carries the failure. */
  provoke(world: W, cell: Cell): Promise<Answer>;
}

/** The expected member: this value, or any array (`[]`), any string (`String`), any number (`Number`). */
export type Expected =
  string | number | boolean | null | readonly [] | StringConstructor | NumberConstructor;

/** An answer that is a declared result and no failure of the catalog, whatever its `isError` says. */
export interface ResultForm<W> {
  /** Unlike that of any other form: `memory_store redirect`. */
  readonly name: string;
  /** One sentence: what really happens. */
  readonly cause: string;
  readonly expect: {
    readonly isError: boolean;
    /** Required members of `structuredContent`; it may have more. */
    readonly members: Readonly<Record<string, Expected>>;
  };
  /** The pattern of the first line of the text. */
  readonly firstLine?: RegExp;
  /** Why it cannot happen in a cell; undefined if it can. */
  readonly impossible?: (cell: Cell) => string | undefined;
  /** Do the real thing, and give the reply that carries the result. */
  show(world: W, cell: Cell): Promise<Answer>;
}

/** A server, how to start it, and what makes it fail. */
export interface System<W extends World = World> {
  readonly name: string;
  readonly contract: Contract;
  readonly transports: readonly string[];
  readonly eras: readonly Era[];
  /** The forms of tool failures that the server can be started with; default: none but its own. */
  readonly toolFailures?: readonly ToolFailureForm[];
  open(cell: Cell): Promise<W>;
  readonly provocations: readonly Provocation<W>[];
  /** The results that are declared besides; they are shown after the provocations, in the same world and in this order. */
  readonly results?: readonly ResultForm<W>[];
  /** Whether the `structuredContent` of a failed tool result without facts is declared all the same. */
  readonly isResult?: (structuredContent: unknown) => boolean;
}
