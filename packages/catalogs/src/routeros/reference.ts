import type { RouterosReason } from './catalog.js';

/** The quick reference. `codes` is the contract's wording; `from` and `to` are the numbers that it means. */
export const ROUTEROS_CODE_RANGES = [
  // The row names its first and its last code; as an interval it has to reach up to −32600.
  {
    codes: '-32700 to -32603',
    from: -32700,
    to: -32600,
    title: 'JSON-RPC standard',
    category: 'protocol',
  },
  {
    codes: '-32000 to -32009',
    from: -32009,
    to: -32000,
    title: 'General MCP',
    category: 'general',
  },
  {
    codes: '-32010 to -32019',
    from: -32019,
    to: -32010,
    title: 'Device communication',
    category: 'device',
  },
  {
    codes: '-32020 to -32029',
    from: -32029,
    to: -32020,
    title: 'Configuration',
    category: 'configuration',
  },
  { codes: '-32030 to -32039', from: -32039, to: -32030, title: 'Plan/Apply', category: 'plan' },
] as const;

/** What a single-user installation meets most often, first the most frequent. */
export const ROUTEROS_MOST_COMMON = [
  { reason: 'NOT_FOUND', meaning: 'Device not in registry' },
  { reason: 'FORBIDDEN', meaning: 'Device capability flag disabled' },
  { reason: 'DEVICE_UNREACHABLE', meaning: 'Cannot connect to RouterOS' },
  { reason: 'DEVICE_AUTH_FAILED', meaning: 'Invalid device credentials' },
  { reason: 'VALIDATION_ERROR', meaning: 'Invalid input parameters' },
] as const satisfies readonly { readonly reason: RouterosReason; readonly meaning: string }[];
