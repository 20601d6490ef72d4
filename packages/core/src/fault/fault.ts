import {
  A_BOOLEAN,
  A_FUNCTION,
  A_LIST,
  A_NUMBER,
  A_STRING,
  type AllowedOptions,
  type Condition,
  REFUSALS,
} from '../era/index.js';
import {
  type Alternative,
  type Definition,
  type Derived,
  type Effect,
  EFFECTS,
  STRATEGIES,
  type Strategy,
} from './definition.js';

/** Options of one occurrence. They override the definition. */
export interface FaultOptions {
  readonly cause?: unknown;
  readonly effect?: Effect;
  readonly ref?: Ref;
  /** Replaces the title. */
  readonly message?: string;
  /** What happened. Use a function to shorten a text, so that secrets are removed first: `(redact) => cut(redact(text))`. */
  readonly details?: string | ((redact: (text: string) => string) => string);
  readonly strategy?: Strategy;
  readonly retryable?: boolean;
  /** Seconds to wait. */
  readonly retryAfter?: number;
  readonly suggestion?: string;
  readonly suggestions?: readonly string[];
  readonly nextSteps?: readonly string[];
  readonly alternatives?: readonly Alternative[];
  /** It replaces an undeclared failure: the peer gets the ref with it. */
  readonly masked?: boolean;
  /** The whole story, for the operator's record only. */
  readonly debug?: string;
  /** Capture a stack. Declared faults do without: it costs a hundred times the rest. */
  readonly stack?: boolean;
}

export const FAULT_OPTIONS: AllowedOptions<FaultOptions> = {
  ...{ cause: [], effect: EFFECTS, ref: [A_STRING], message: [A_STRING] },
  ...{ details: [A_STRING, A_FUNCTION], strategy: STRATEGIES, retryable: [A_BOOLEAN] },
  ...{ retryAfter: [A_NUMBER], suggestion: [A_STRING], suggestions: [A_LIST] },
  ...{ nextSteps: [A_LIST], alternatives: [A_LIST], masked: [A_BOOLEAN], debug: [A_STRING] },
  ...{ stack: [A_BOOLEAN] },
};

const FAULT = Symbol.for('dev.errata.fault');
const NO_OPTIONS: FaultOptions = {};

// A constructor whose instances are errors by prototype, without the stack that `extends Error` would capture.
const StacklessError = function () {} as unknown as new () => object;
StacklessError.prototype = Object.create(Error.prototype) as object;

/** One occurrence of a declared failure: the thing that is thrown. */
export class Fault<C extends object = object> extends StacklessError {
  readonly definition: Definition;
  readonly context: C;
  /** The options of this occurrence. The getters below join them with the definition. */
  readonly given: FaultOptions;
  declare readonly cause?: unknown;
  declare readonly stack?: string;
  #ref: Ref | undefined;
  /** Results of the definition's functions, each called once. */
  #derived: Map<unknown, unknown> | undefined;
  #broken: { readonly thrown: unknown } | undefined;
  #occurred = false;

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

  /** The catalog's literal number. The contract gives the number of an era. */
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
    const { details } = this.given;
    const given = typeof details === 'function' ? details((text) => text) : details;
    return given ?? this.#derive(this.definition.details) ?? this.title;
  }

  get condition(): Condition | undefined {
    return this.#derive(this.definition.condition);
  }

  get strategy(): Strategy {
    if (this.given.strategy !== undefined) return this.given.strategy;
    const { recovery } = this.definition;
    return typeof recovery === 'string'
      ? recovery
      : (this.#derive(recovery.strategy) ?? 'report_and_abort');
  }

  get retryable(): boolean {
    return (
      this.given.retryable ??
      this.#derive(this.definition.retryable) ??
      this.strategy === 'retry_with_backoff'
    );
  }

  get retryAfter(): number | undefined {
    const { retryAfter } = this.given;
    // A computed time may be past, or NaN.
    if (retryAfter !== undefined && retryAfter >= 0) return retryAfter;
    const { retry_after: given } = this.context as { retry_after?: unknown };
    if (typeof given === 'number' && given >= 0) return given;
    const { recovery } = this.definition;
    // An occurrence that must not be repeated has no time to wait.
    if (typeof recovery === 'string' || !this.retryable) return undefined;
    return this.#derive(recovery.retryAfter);
  }

  get effect(): Effect {
    return (
      this.given.effect ??
      this.#derive(this.definition.effect) ??
      (isRefusal(this) ? 'none' : 'unknown')
    );
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

  /** Use the ref of the failed request, unless the ref of this fault was already sent. */
  adoptRef(ref: Ref): void {
    this.#ref ??= this.given.ref ?? ref;
  }

  /** This fault the first time, then copies: one that is kept and thrown again is another occurrence, with another ref. */
  occurrence(): Fault<C> {
    if (this.#occurred) return new Fault(this.definition, this.context, this.given);
    this.#occurred = true;
    return this;
  }

  /** A function of the definition that fails costs its text, not the reply. */
  #derive<T>(derived: Derived<never, T> | undefined): T | undefined {
    if (typeof derived !== 'function') return derived;
    const known = (this.#derived ??= new Map());
    if (known.has(derived)) return known.get(derived) as T | undefined;
    let made: T | undefined;
    try {
      made = (derived as (context: C) => T)(this.context);
    } catch (thrown) {
      this.#broken ??= { thrown };
    }
    known.set(derived, made);
    return made;
  }

  /** The identity alone: a fault in other JSON must not reveal its cause and context. */
  toJSON(): { readonly domain: string; readonly reason: string; readonly code: number } {
    return { domain: this.domain, reason: this.reason, code: this.code };
  }

  override toString(): string {
    return `Fault ${this.domain}/${this.message}`;
  }

  /** The exception of a function of the definition: a mistake of its author, for the operator. */
  get broken(): { readonly thrown: unknown } | undefined {
    return this.#broken;
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

/** Whether `withText` gave it a text that its author wrote for the caller. */
export function hasOwnText({ given: { message, details } }: Fault): boolean {
  return message !== undefined && message === details;
}

/** The default effect: `none` if the call was refused or if a change is needed first. */
function isRefusal({
  condition,
  strategy,
}: {
  condition: Condition | undefined;
  strategy: Strategy;
}): boolean {
  if (condition !== undefined && REFUSALS.has(condition)) return true;
  return strategy === 'fix_and_retry' || strategy === 'user_action_required';
}

function captureStack(target: object): void {
  const { captureStackTrace } = Error as { captureStackTrace?: (target: object) => void };
  if (captureStackTrace) captureStackTrace.call(Error, target);
  else Object.defineProperty(target, 'stack', { value: new Error().stack, configurable: true });
}

/** The correlation id of one failure: `corr-` and 16 hexadecimal digits. */
export type Ref = `corr-${string}`;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const POOL_BYTES = 4096;

let pool: Uint8Array | undefined;
let used = POOL_BYTES;

/** Make a ref. Randomness is drawn in blocks: one system call would cost more than the rest of the error path. */
export function createRef(): Ref {
  if (used === POOL_BYTES) {
    pool ??= new Uint8Array(POOL_BYTES);
    crypto.getRandomValues(pool);
    used = 0;
  }
  let hex = '';
  for (const end = used + 8; used < end; used++) hex += HEX[pool![used]!];
  return `corr-${hex}`;
}

export function isRef(value: unknown): value is Ref {
  return typeof value === 'string' && /^corr-[0-9a-f]{16}$/.test(value);
}
