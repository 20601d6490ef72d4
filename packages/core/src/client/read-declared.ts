import type { Contract } from '../contract/index.js';
import { identify } from '../contract/index.js';
import { MODERN, type Era } from '../era/index.js';
import {
  parseSeconds,
  Fault,
  type Definition,
  type Effect,
  type Strategy,
} from '../fault/index.js';
import { attempt } from './peek.js';
import type { WireKnowledge } from './read-wire.js';

/** Knowledge about the peer. All members are optional. */
export interface ReadOptions {
  /** The contracts that the peer may speak: what the wire leaves out is looked up in their catalogs. */
  readonly contracts?: readonly Contract[];
  /** The revision spoken; without it a number is tried in each. */
  readonly era?: Era;
  /** The tool that was called. */
  readonly tool?: string;
  /** The signal of the call. If it is aborted, −32001 means a cancelled call and not an error of the peer. */
  readonly signal?: AbortSignal;
  /** Whether the connection is still open. If false, −32000 means a closed connection and not an error of the peer. */
  readonly connected?: () => boolean;
  /** Milliseconds since the epoch, for `Retry-After` dates. */
  readonly now?: () => number;
}

/** The facts that a catalog adds to the wire's. */
export interface Declared {
  readonly domain: string;
  readonly reason: string;
  readonly category: string;
  readonly strategy: Strategy | undefined;
  readonly retryable: boolean | undefined;
  readonly retryAfter: number | undefined;
  /** The default that the peer's server uses for a missing effect. */
  readonly effect: Effect | undefined;
  readonly suggestion: string | undefined;
  readonly nextSteps: readonly string[] | undefined;
}

/** Find the definition behind a wire error in the given contracts. Never throws, even if their shapes do. */
export function readDeclared(
  wire: WireKnowledge,
  code: number | undefined,
  message: string,
  options: ReadOptions,
): Declared | undefined {
  const spoken = (options.contracts ?? []).filter(
    ({ catalog }) => wire.domain === undefined || catalog.domain === wire.domain,
  );
  const found = distinct(
    spoken.flatMap((contract) => find(contract, wire, code, message, options.era) ?? []),
  );
  // Two contracts that both know the number, or the name, prove nothing: the numbers collide.
  if (found.length !== 1) return undefined;
  const [{ contract, definition }] = found as [Match];
  return describe(contract, definition, wire);
}

interface Match {
  readonly contract: Contract;
  readonly definition: Definition;
}

function distinct(found: readonly Match[]): readonly Match[] {
  return [...new Map(found.map((each) => [each.definition, each])).values()];
}

function find(
  contract: Contract,
  wire: WireKnowledge,
  code: number | undefined,
  message: string,
  era: Era | undefined,
): Match | undefined {
  const { catalog, shape } = contract;
  const byName = (reason: string | undefined) =>
    reason === undefined ? undefined : catalog.definition(reason);
  const named = byName(wire.reason) ?? byName(attempt(() => shape.read(wire.payload).reason));
  if (named !== undefined) return { contract, definition: named };
  // A reason that the catalog does not declare is another failure, even with the same number.
  if (wire.reason !== undefined || code === undefined) return undefined;
  const error = { code, message, data: wire.payload };
  const eras: readonly Era[] = era === undefined ? ['2025-11-25', MODERN] : [era];
  const numbered = new Set(
    eras.flatMap((each) => attempt(() => identify(error, contract, each)) ?? []),
  );
  const [definition] = numbered;
  return numbered.size === 1 && definition !== undefined ? { contract, definition } : undefined;
}

function describe(contract: Contract, definition: Definition, wire: WireKnowledge): Declared {
  const context = attempt(() => contract.shape.read(wire.payload).context) ?? {};
  const { strategy } = wire;
  const fault = new Fault(definition as Definition<object>, context, strategy && { strategy });
  return {
    domain: definition.domain,
    reason: definition.reason,
    category: definition.category,
    strategy: attempt(() => fault.strategy),
    retryable: attempt(() => fault.retryable),
    // Computed from a context that the peer sent: it may be anything.
    retryAfter: parseSeconds(attempt(() => fault.retryAfter)),
    effect: attempt(() => fault.effect),
    suggestion: attempt(() => fault.suggestion ?? fault.suggestions?.[0]),
    nextSteps: attempt(() => fault.nextSteps ?? fault.suggestions),
  };
}
