import type { ClientName, HostProfile } from './profile.js';
import { HOST_NAMES } from './host-names.js';
import { HOST_PROFILES } from './profiles.js';

/** No host has a name near this; whoever sends a megabyte has it neither copied nor searched on every failed call. */
const MAX_NAME_LENGTH = 256;

/**
 * A bridge between stdio and HTTP that writes itself behind the name of the host. The replies of tools pass through it
 * unchanged, so the host counts (mcp-remote src/lib/utils.ts at d26e5a8, 2026-08-21).
 */
const VIA_BRIDGE = ' (via mcp-remote ';

const NAMES = HOST_PROFILES.flatMap((profile) =>
  profile.clientNames.map((known) => ({ ...known, name: fold(known.name), profile })),
);

const OTHER_NAMES = HOST_NAMES.map((known) => ({ ...known, name: fold(known.name) }));

/**
 * The host behind the `clientInfo.name` of a client; undefined for a name that is not surely one host's. Case does not count.
 * A name is a claim that nobody checked: choose by it how something looks, never who may do something.
 */
export function hostOf(clientName: string | undefined): HostProfile | undefined {
  if (typeof clientName !== 'string' || clientName.length > MAX_NAME_LENGTH) return undefined;
  const name = fold(withoutBridge(clientName));
  return NAMES.find((known) => matches(name, known))?.profile;
}

/** Whether the `clientInfo.name` is that of a known host, with or without a profile. */
export function isKnownHost(clientName: string | undefined): boolean {
  if (hostOf(clientName) !== undefined) return true;
  if (typeof clientName !== 'string' || clientName.length > MAX_NAME_LENGTH) return false;
  const name = fold(withoutBridge(clientName));
  return OTHER_NAMES.some((known) => matches(name, known));
}

/**
 * Where a failed tool call goes for this client: a known host gets what its model can read, which is a result. Every other client gets
 * the fallback. Made for the `toolFailures` option up to 2025-11-25; on 2026-07-28 `clientInfo` changes nothing.
 */
export function byHost(clientName: string | undefined, fallback: 'rpc' | 'tool'): 'rpc' | 'tool' {
  return hostOf(clientName)?.toolFailures ?? (isKnownHost(clientName) ? 'tool' : fallback);
}

/** What a system's option `toolFailures` means to guard and kit. `contract` and `result` are the old names of `rpc` and `tool`. */
export function systemToolFailures(
  option: 'rpc' | 'tool' | 'by-host' | 'contract' | 'result' = 'by-host',
): 'tool' | 'by-host' | undefined {
  if (option === 'by-host') return option;
  // The contract of a system has JSON-RPC errors up to 2025-11-25, and results on 2026-07-28.
  return option === 'tool' || option === 'result' ? 'tool' : undefined;
}

function matches(name: string, known: Pick<ClientName, 'name'> & { match?: string }): boolean {
  return known.match === 'prefix' ? name.startsWith(known.name) : name === known.name;
}

function withoutBridge(name: string): string {
  const end = name.endsWith(')') ? name.lastIndexOf(VIA_BRIDGE) : -1;
  return end < 0 ? name : name.slice(0, end);
}

function fold(name: string): string {
  return name.toLowerCase();
}
