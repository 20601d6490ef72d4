import { PROTOCOL_CONDITIONS } from '@errata/core/internal';
import type { Fault } from '@errata/core';

/** MCP 2025-11-25 and later: tool names have at most 128 characters. Longer names never become labels. */
const LONGEST_NAME = 128;

export interface KnownNamesOptions {
  /** The most names that are kept. */
  readonly limit?: number;
  /** Names that are known from the start. */
  readonly given?: readonly string[];
}

/**
 * Distinguishes names of the server from names that a client invented.
 *
 * A client can put anything into `params.name`, and each new label of a metric costs memory forever. So a name counts
 * only after a call of it succeeded, or failed in a way that only an existing tool can: no failure of the
 * protocol (unknown tool, invalid params, method not found …) introduces a name. Servers may report an unknown tool in
 * other ways, so names that have only failed get at most half of the places.
 */
export function createKnownNames({ limit = 1_000, given = [] }: KnownNamesOptions = {}) {
  const proven = new Set(given);
  const failing = new Set<string>();
  return {
    /** Whether a call with this name and outcome may be counted under the name. */
    admit(name: string, fault: Fault | undefined) {
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
