import type { CallSummary, OnCall } from '@errata/core/internal';
import type { OnFault } from '@errata/core';
import { createKnownNames } from './known-names.js';
import { MCP_METHODS } from './telemetry-names.js';

/** Calls and failures of one tool or method. */
export interface Rates {
  readonly calls: number;
  readonly failures: number;
  /** Failures per call: 0 to 1. */
  readonly rate: number;
  /** How often it failed with each reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** What a counter has counted. */
export interface CounterSnapshot extends Rates {
  /** Per tool. `other` collects unknown names that clients sent, and tools beyond the limit. */
  readonly tools: Readonly<Record<string, Rates>>;
  /** Per method, without tool calls. */
  readonly methods: Readonly<Record<string, Rates>>;
  /** Every failure by `domain/reason`, also those without a waiting request: invalid messages, notifications, cancelled calls. */
  readonly faults: Readonly<Record<string, number>>;
}

/** Counts calls and failures since it was made or reset. Give its `onCall` and `onFault` to a server. */
export interface FaultCounter {
  readonly onCall: OnCall;
  readonly onFault: OnFault;
  snapshot(): CounterSnapshot;
  reset(): void;
}

interface Tally {
  calls: number;
  failures: number;
  readonly reasons: Map<string, number>;
}

const OTHER = 'other';

/** Declared reasons are few; this limit is for catalogs that are built from data. */
const MOST_REASONS = 1_000;

/**
 * Error rates in memory, for a health page or a test: per tool from `onCall`, error types from `onFault`. The two count
 * different things, so using both counts nothing twice.
 */
export function createFaultCounter({ maxNames = 1_000 }: { maxNames?: number } = {}): FaultCounter {
  const tools = createTable(maxNames, []);
  const methods = createTable(maxNames, MCP_METHODS);
  const faults = new Map<string, number>();
  let all = createTally();
  return {
    onCall(summary) {
      const { method, tool, fault } = summary;
      count(all, fault?.reason);
      if (tool === undefined) methods.count(method, summary);
      else tools.count(tool, summary);
    },
    onFault: ({ domain, mcp_error_code: reason }) => add(faults, `${domain}/${reason}`),
    snapshot: () => ({
      ...ratesOf(all),
      tools: tools.rates(),
      methods: methods.rates(),
      faults: toRecord(faults),
    }),
    reset() {
      tools.clear();
      methods.clear();
      faults.clear();
      all = createTally();
    },
  };
}

function createTable(limit: number, given: readonly string[]) {
  const names = createKnownNames({ limit, given });
  const tallies = new Map<string, Tally>();
  return {
    count(name: string, { fault }: CallSummary): void {
      const key = names.admit(name, fault) ? name : OTHER;
      let tally = tallies.get(key);
      if (tally === undefined) tallies.set(key, (tally = createTally()));
      count(tally, fault?.reason);
    },
    rates: () => toRecord(tallies, ratesOf),
    clear(): void {
      tallies.clear();
      names.clear();
    },
  };
}

function createTally(): Tally {
  return { calls: 0, failures: 0, reasons: new Map() };
}

function count(tally: Tally, reason: string | undefined): void {
  tally.calls++;
  if (reason === undefined) return;
  tally.failures++;
  add(tally.reasons, reason);
}

function add(counts: Map<string, number>, key: string): void {
  const known = counts.has(key) || counts.size < MOST_REASONS ? key : OTHER;
  counts.set(known, (counts.get(known) ?? 0) + 1);
}

function ratesOf({ calls, failures, reasons }: Tally): Rates {
  return {
    calls,
    failures,
    rate: calls === 0 ? 0 : failures / calls,
    reasons: toRecord(reasons),
  };
}

function toRecord<V>(map: ReadonlyMap<string, V>): Record<string, V>;
function toRecord<V, W>(map: ReadonlyMap<string, V>, show: (value: V) => W): Record<string, W>;
function toRecord(map: ReadonlyMap<string, unknown>, show = (value: unknown) => value): object {
  // fromEntries defines instead of assigning, so a tool can be called `__proto__`.
  return Object.fromEntries([...map].map(([key, value]) => [key, show(value)]));
}
