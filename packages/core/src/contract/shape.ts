import type { Era } from '../era/index.js';
import {
  type Effect,
  EFFECTS,
  type Fault,
  type Fields,
  type Ref,
  STRATEGIES,
  type Strategy,
} from '../fault/index.js';

/** The era and the mode of a reply; a data shape may depend on them. */
export interface ShapeView {
  readonly era: Era;
  /** Local debug mode: what is for the operator may be shown. Never on by default. */
  readonly debug?: boolean;
}

/** The facts of a peer's `error.data`. */
export interface ReadData {
  readonly reason?: string;
  readonly details?: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/**
 * The seam for `error.data`: how a contract lays out what a fault knows, and how to read it back. Core brings the plain
 * shape; the shapes of known systems are in the catalogs package.
 */
export interface DataShape {
  /** The members that the shape adds to the declared context fields, for the exported schema. */
  readonly envelope: Fields;
  /** The member that holds the declared fields; without one they stand beside the envelope. */
  readonly contextIn?: string;
  /** The data of a fault; undefined for none. */
  write(fault: Fault, view: ShapeView): Readonly<Record<string, unknown>> | undefined;
  /** Reads a peer's data. */
  read(data: unknown): ReadData;
}

/** The declared context fields of a fault and nothing else: what was not declared does not leave. */
export function declaredContext(fault: Fault): Record<string, unknown> {
  const context = fault.context as Record<string, unknown>;
  const declared: Record<string, unknown> = {};
  for (const { name } of fault.definition.fields) {
    // Own members only: a field may be called like something that every object has.
    const value = Object.hasOwn(context, name) ? context[name] : undefined;
    if (value !== undefined) declared[name] = value;
  }
  return declared;
}

/** One of them. */
export function declaredMember({ context, definition }: Fault, name: string): unknown {
  const isDeclared = definition.fields.some((field) => field.name === name);
  return isDeclared && Object.hasOwn(context, name)
    ? (context as Record<string, unknown>)[name]
    : undefined;
}

/** The value itself if it is a JSON object, otherwise an empty object. */
export function objectOrEmpty(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
    ? (data as Record<string, unknown>)
    : {};
}

/** Declared fields as they are; no `data` at all where there are none. */
export const plainShape: DataShape = {
  envelope: {},
  write(fault) {
    if (fault.definition.fields.length === 0) return undefined;
    const declared = declaredContext(fault);
    for (const _ in declared) return declared;
    return undefined;
  },
  read: (data) => ({ context: objectOrEmpty(data) }),
};

/** The key in `_meta` under which a tool result carries what its first line says in words. */
export const FAULT_META_KEY = 'dev.errata/fault';

/** The facts of a fault for programs. The members and their names are pinned: clients read them. */
export interface Facts {
  readonly domain: string;
  readonly reason: string;
  readonly code: number;
  readonly category: string;
  readonly retryable: boolean;
  /** Seconds. */
  readonly retry_after?: number;
  readonly effect: Effect;
  readonly recovery_strategy: Strategy;
  readonly ref: Ref;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** How `error.data` looks where it holds the facts: the declared fields are in its `data`. */
export const FACTS_LAYOUT = {
  envelope: {
    domain: 'string',
    reason: 'string',
    code: 'integer',
    category: 'string',
    retryable: 'boolean',
    retry_after: { type: 'number?', description: 'Seconds' },
    effect: { type: 'string', values: EFFECTS },
    recovery_strategy: { type: 'string', values: STRATEGIES },
    ref: { type: 'string', description: 'corr- and 16 hexadecimal digits' },
    data: { type: 'object?', description: 'The declared fields of the reason' },
  },
  contextIn: 'data',
} as const satisfies { envelope: Fields; contextIn: string };

export function factsOf(
  fault: Fault,
  code: number,
  data: Readonly<Record<string, unknown>> | undefined,
): Facts {
  const { definition, retryAfter } = fault;
  const { domain, reason, category } = definition;
  // Assigned one by one: spreading what may be missing costs more than all the rest.
  const facts: Writable<Partial<Facts>> = { domain, reason, code, category };
  facts.retryable = fault.retryable;
  if (retryAfter !== undefined) facts.retry_after = retryAfter;
  facts.effect = fault.effect;
  facts.recovery_strategy = fault.strategy;
  facts.ref = fault.ref;
  if (data !== undefined) facts.data = data;
  return facts as Facts;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
