import { PROTOCOL_CONDITIONS } from '@errata/core/internal';
import type { Fault } from '@errata/core';

/** MCP 2025-11-25 and later: tool names have at most 128 characters. Nothing longer is anybody's label. */
const LONGEST_NAME = 128;

export interface KnownNamesOptions {
  /** How many names there may be at most. */
  readonly limit?: number;
  /** Names that need no proof. */
  readonly given?: readonly string[];
}

/** Tells names that the server has from names that a client made up. */
export interface KnownNames {
  /** Whether a call of that name, which ended so, may be counted under the name. */
  admit(name: string, fault: Fault | undefined): boolean;
  clear(): void;
}

/**
 * A client can put anything into `params.name`, and each new label of a metric costs memory for ever. So a name counts
 * once a call of it succeeded, or failed as something that only an existing tool can fail with: no failure of the
 * protocol (unknown tool, invalid params, method not found …) introduces a name. Servers may report an unknown tool as
 * whatever they like, so names that have only ever failed get no more than half of the places.
 */
export function createKnownNames({
  limit = 1_000,
  given = [],
}: KnownNamesOptions = {}): KnownNames {
  const proven = new Set(given);
  const failing = new Set<string>();
  return {
    admit(name, fault) {
      if (proven.has(name)) return true;
      if (fault === undefined) {
        failing.delete(name);
        if (name.length > LONGEST_NAME || proven.size + failing.size >= limit) return false;
        proven.add(name);
        return true;
      }
      if (failing.has(name)) return true;
      if (name.length > LONGEST_NAME || isOfProtocol(fault)) return false;
      if (failing.size >= limit / 2 || proven.size + failing.size >= limit) return false;
      failing.add(name);
      return true;
    },
    clear() {
      proven.clear();
      failing.clear();
      for (const name of given) proven.add(name);
    },
  };
}

function isOfProtocol(fault: Fault): boolean {
  try {
    const { condition } = fault;
    return condition !== undefined && PROTOCOL_CONDITIONS.has(condition);
  } catch {
    return true; // a fault of another copy of the package that cannot say what it is proves nothing
  }
}
