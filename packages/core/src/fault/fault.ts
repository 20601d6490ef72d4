import type { Condition } from '../era/index.js';
import type { Alternative, Definition, Derived, Effect, Strategy } from './definition.js';
import { createRef, type Ref } from './ref.js';

/** What a thrower may say beside the context. Anything said here wins over the definition. */
export interface FaultOptions {
  readonly cause?: unknown;
  readonly effect?: Effect;
  readonly ref?: Ref;
  /** In place of the title. */
  readonly message?: string;
  readonly details?: string;
  readonly strategy?: Strategy;
  readonly retryable?: boolean;
  /** Seconds to wait. */
  readonly retryAfter?: number;
  readonly suggestion?: string;
  readonly suggestions?: readonly string[];
  readonly nextSteps?: readonly string[];
  readonly alternatives?: readonly Alternative[];
  /** The whole story, for the operator's record only. */
  readonly debug?: string;
  /** Capture a stack. Declared faults do without: it costs a hundred times the rest. */
  readonly stack?: boolean;
}

const FAULT = Symbol.for('dev.errata.fault');
const NO_OPTIONS: FaultOptions = {};

// A constructor whose instances are errors by prototype, without the stack that `extends Error` would capture.
const StacklessError = function () {} as unknown as new () => object;
StacklessError.prototype = Object.create(Error.prototype) as object;

/** One occurrence of a declared failure: the thing that is thrown. */
export class Fault<C extends object = object> extends StacklessError {
  readonly definition: Definition;
  readonly context: C;
  /** What the thrower said itself; the getters below join it with the definition. */
  readonly given: FaultOptions;
  declare readonly cause?: unknown;
  declare readonly stack?: string;
  #ref: Ref | undefined;

  constructor(definition: Definition, context: C, given: FaultOptions = NO_OPTIONS) {
    super();
    this.definition = definition;
    this.context = context;
    this.given = given;
    if ('cause' in given) this.cause = given.cause;
    if (given.stack === true) captureStack(this);
  }

  get name(): string {
    return 'Fault';
  }

  get domain(): string {
    return this.definition.domain;
  }

  get reason(): string {
    return this.definition.reason;
  }

  /** The catalog's literal number; what an era makes of it is the contract's business. */
  get code(): number {
    return this.definition.code;
  }

  get title(): string {
    return this.given.message ?? this.definition.title;
  }

  get message(): string {
    return `${this.reason}: ${this.details}`;
  }

  get details(): string {
    return this.given.details ?? this.#derive(this.definition.details) ?? this.definition.title;
  }

  get condition(): Condition | undefined {
    return this.#derive(this.definition.condition);
  }

  get strategy(): Strategy {
    if (this.given.strategy !== undefined) return this.given.strategy;
    const { recovery } = this.definition;
    return typeof recovery === 'string' ? recovery : this.#derive(recovery.strategy)!;
  }

  get retryable(): boolean {
    return (
      this.given.retryable ??
      this.#derive(this.definition.retryable) ??
      this.strategy === 'retry_with_backoff'
    );
  }

  get retryAfter(): number | undefined {
    if (this.given.retryAfter !== undefined) return this.given.retryAfter;
    const { retry_after: told } = this.context as { retry_after?: unknown };
    if (typeof told === 'number') return told;
    const { recovery } = this.definition;
    return typeof recovery === 'string' ? undefined : this.#derive(recovery.retryAfter);
  }

  get effect(): Effect {
    return this.given.effect ?? this.#derive(this.definition.effect) ?? 'none';
  }

  get suggestion(): string | undefined {
    return this.given.suggestion ?? this.#derive(this.definition.suggestion);
  }

  get suggestions(): readonly string[] | undefined {
    return this.given.suggestions ?? this.#derive(this.definition.suggestions);
  }

  get nextSteps(): readonly string[] | undefined {
    return this.given.nextSteps ?? this.#derive(this.definition.nextSteps);
  }

  get alternatives(): readonly Alternative[] | undefined {
    return this.given.alternatives ?? this.#derive(this.definition.alternatives);
  }

  /** Made on first use, then the same on every surface. */
  get ref(): Ref {
    return (this.#ref ??= this.given.ref ?? createRef());
  }

  /** The ref if anything has seen it yet. */
  get refIfUsed(): Ref | undefined {
    return this.#ref ?? this.given.ref;
  }

  /** Take over the ref of the request that failed, unless this fault already has shown one of its own. */
  adoptRef(ref: Ref): void {
    this.#ref ??= this.given.ref ?? ref;
  }

  override toString(): string {
    return `Fault ${this.domain}/${this.message}`;
  }

  #derive<T>(derived: Derived<never, T> | undefined): T | undefined {
    return typeof derived === 'function' ? (derived as (context: C) => T)(this.context) : derived;
  }
}

Object.defineProperty(Fault.prototype, FAULT, { value: 1 });

/** Whether a value is a fault, also one of another copy of this package in the same process. */
export function isFault(value: unknown): value is Fault {
  try {
    return (
      typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[FAULT] === 1
    );
  } catch {
    return false; // a proxy or getter that throws is no fault
  }
}

function captureStack(target: object): void {
  const { captureStackTrace } = Error as { captureStackTrace?: (target: object) => void };
  if (captureStackTrace) captureStackTrace.call(Error, target);
  else Object.defineProperty(target, 'stack', { value: new Error().stack, configurable: true });
}
