import type { Row } from '../device/fleet.js';

const REFUSING = new Set(['drop', 'reject', 'tarpit']);
// What ends here does not come to a rule further down that refuses it; a jump may lead to such an end.
const LETTING = new Set(['accept', 'jump', 'return', 'fasttrack-connection']);

/** Where the packets of the management connection enter the filter: those to the device, and its answers. */
export const DIRECTIONS = ['input', 'output'] as const;

export type Direction = (typeof DIRECTIONS)[number];

/** Whether a rule refuses what it matches. */
export function isRefusing(rule: Row): boolean {
  return isEnabled(rule) && REFUSING.has(rule['action'] ?? '');
}

/** Whether a rule keeps what it matches from being refused further down. RouterOS accepts where no action is named. */
export function isLetting(rule: Row): boolean {
  return isEnabled(rule) && LETTING.has(rule['action'] ?? 'accept');
}

/** From where packets can come into a chain: it is a built-in one, or some rule jumps to it. */
export function directionsTo(chain: string, rules: readonly Row[]): readonly Direction[] {
  return DIRECTIONS.filter((direction) => reachable(direction, rules).has(chain));
}

function reachable(from: string, rules: readonly Row[]): ReadonlySet<string> {
  const found = new Set([from]);
  // A set gives what is added to it while it is walked through, so each chain is looked at once.
  for (const chain of found) {
    for (const rule of rules) {
      const target = rule['jump-target'];
      if (rule['chain'] === chain && rule['action'] === 'jump' && target && isEnabled(rule)) {
        found.add(target);
      }
    }
  }
  return found;
}

function isEnabled(rule: Row): boolean {
  return rule['disabled'] !== 'true';
}
