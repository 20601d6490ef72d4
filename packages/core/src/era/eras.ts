import type { Condition } from './condition.js';

/** The protocol revisions, oldest first; `jsonrpc` is plain JSON-RPC 2.0 without MCP. */
export const ERAS = [
  'jsonrpc',
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  '2026-07-28',
] as const;

/** A revision of MCP by its date, or `jsonrpc` for plain JSON-RPC 2.0. */
export type Era = (typeof ERAS)[number];

/** A band of numbers that an era keeps for itself, with the sentence that says so. */
export interface ReservedBand {
  readonly from: number;
  readonly to: number;
  /** What the era says about emitting a number of this band that it does not define. */
  readonly level: 'must-not' | 'should-not';
  readonly rule: string;
}

/** What one revision allows. Plain data: nothing here is computed. */
export interface EraRules {
  readonly era: Era;
  readonly mcp: boolean;
  /** `full` is JSON-RPC §6; `no-initialize` is the same without `initialize`; `refused` answers −32600. */
  readonly batch: 'full' | 'no-initialize' | 'refused';
  readonly idMayBeNull: boolean;
  readonly idMayBeFractional: boolean;
  /** How an error reply says that the request's id could not be read. */
  readonly unreadableId: 'null' | 'omit';
  /** Where this era wants the failure of a tool: in the result, or as a JSON-RPC error. */
  readonly toolFailures: 'rpc' | 'tool';
  /** Results must say `resultType`. */
  readonly resultType: boolean;
  /** Numbers in −32099…−32000 that belong to a domain leave the band by this offset. */
  readonly offset: 0 | 1000;
  /** Codes that this era defines, by the condition they stand for. */
  readonly codes: Readonly<Partial<Record<Condition, number>>>;
  /** Codes of earlier eras that must not be emitted any more. */
  readonly retired: readonly number[];
  readonly reserved: readonly ReservedBand[];
}

export const STANDARD_CODES = [-32700, -32600, -32601, -32602, -32603] as const;

const standard = {
  'parse-error': -32700,
  'invalid-request': -32600,
  'method-not-found': -32601,
  'invalid-params': -32602,
  internal: -32603,
} as const;

const jsonRpcReserved: ReservedBand = {
  from: -32768,
  to: -32100,
  level: 'must-not',
  rule: 'JSON-RPC 2.0 §5.1 reserves -32768…-32000 and leaves this part of it for future use',
};

const mcp2025 = {
  mcp: true,
  batch: 'refused',
  idMayBeNull: false,
  idMayBeFractional: false,
  unreadableId: 'omit',
  toolFailures: 'tool',
  resultType: false,
  offset: 0,
  codes: {
    ...standard,
    'resource-not-found': -32002,
    'unknown-tool': -32602,
    'prompt-not-found': -32602,
  },
  retired: [],
  reserved: [jsonRpcReserved],
} as const;

/** What each era reserves, defines and demands. */
export const ERA_RULES: Readonly<Record<Era, EraRules>> = {
  jsonrpc: {
    era: 'jsonrpc',
    mcp: false,
    batch: 'full',
    idMayBeNull: true,
    idMayBeFractional: true,
    unreadableId: 'null',
    toolFailures: 'rpc',
    resultType: false,
    offset: 0,
    codes: standard,
    retired: [],
    reserved: [jsonRpcReserved],
  },
  '2024-11-05': { era: '2024-11-05', ...mcp2025 },
  '2025-03-26': { era: '2025-03-26', ...mcp2025, batch: 'no-initialize' },
  '2025-06-18': { era: '2025-06-18', ...mcp2025 },
  '2025-11-25': {
    era: '2025-11-25',
    ...mcp2025,
    codes: { ...mcp2025.codes, 'url-elicitation-required': -32042 },
  },
  '2026-07-28': {
    era: '2026-07-28',
    ...mcp2025,
    resultType: true,
    offset: 1000,
    codes: {
      ...standard,
      'unknown-tool': -32602,
      'resource-not-found': -32602,
      'prompt-not-found': -32602,
      'capability-not-supported': -32601,
      'header-mismatch': -32020,
      'missing-client-capability': -32021,
      'unsupported-version': -32022,
    },
    retired: [-32002, -32042],
    reserved: [
      jsonRpcReserved,
      {
        from: -32099,
        to: -32020,
        level: 'must-not',
        rule: 'MCP 2026-07-28 keeps -32099…-32020 for codes that the specification defines',
      },
      {
        from: -32019,
        to: -32000,
        level: 'should-not',
        rule: 'MCP 2026-07-28 calls -32019…-32000 legacy: nothing new may be allocated there',
      },
    ],
  },
};
