import { ERLMCP_ERROR_CODES as CODES } from '@errata/catalogs/erlmcp';
import type { Era } from '@errata/core';
import { envelope, hello } from '@errata/testing/messages';

export { INITIALIZED } from '@errata/testing/messages';

export const MODERN = '2026-07-28';

const CLIENT = { name: 'ids', version: '1' };

export function initializeText(era: Era, id = '"hello"'): string {
  return requestText(era, id, 'initialize', hello(era, CLIENT));
}

/** The members of a request behind its id, with the envelope where the era has one. */
export function restOf(era: Era, method: string, params: object = {}): string {
  const given = era === MODERN ? { ...params, _meta: envelope(CLIENT) } : params;
  return `"method":${JSON.stringify(method)},"params":${JSON.stringify(given)}`;
}

/** A request under the text of an id. */
export function requestText(era: Era, id: string, method: string, params?: object): string {
  return `{"jsonrpc":"2.0","id":${id},${restOf(era, method, params)}}`;
}

/** A call of a tool under the text of an id. */
export function callText(era: Era, id: string, name: string, args: object): string {
  return requestText(era, id, 'tools/call', { name, arguments: args });
}

/** The whole reply to a call of a tool that says one text. */
export function saidText(era: Era, id: string, text: string): string {
  const content = [{ type: 'text', text }];
  const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'ids', version: '1.0.0' } };
  const result = era === MODERN ? { resultType: 'complete', content, _meta } : { content };
  return `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`;
}

/** Number up to 2025-11-25, number on 2026-07-28, message. */
const ERRORS = {
  PARSE_ERROR: [CODES.JSONRPC_PARSE_ERROR, -32700, 'Parse error'],
  INVALID_REQUEST: [CODES.JSONRPC_INVALID_REQUEST, -32600, 'Invalid Request'],
  METHOD_NOT_FOUND: [CODES.JSONRPC_METHOD_NOT_FOUND, -32601, 'Method not found'],
  INVALID_PARAMS: [CODES.JSONRPC_INVALID_PARAMS, -32602, 'Invalid params'],
  INTERNAL_ERROR: [CODES.JSONRPC_INTERNAL_ERROR, -32603, 'Internal error'],
  RESOURCE_NOT_FOUND: [CODES.MCP_ERROR_RESOURCE_NOT_FOUND, -32602, 'Resource not found'],
  TOOL_NOT_FOUND: [CODES.MCP_ERROR_TOOL_NOT_FOUND, -32602, 'Tool not found'],
  PROMPT_NOT_FOUND: [CODES.MCP_ERROR_PROMPT_NOT_FOUND, -32602, 'Prompt not found'],
  CAPABILITY_NOT_SUPPORTED: [
    CODES.MCP_ERROR_CAPABILITY_NOT_SUPPORTED,
    -32601,
    'Capability not supported',
  ],
  NOT_INITIALIZED: [CODES.MCP_ERROR_NOT_INITIALIZED, -31005, 'Not initialized'],
  VALIDATION_FAILED: [CODES.MCP_ERROR_VALIDATION_FAILED, -31007, 'Validation failed'],
} as const;

type Reason = keyof typeof ERRORS;

/** Beside the fields of the seed, what the failed call did; MCP 2026-07-28 wants the URI of an unknown resource alone. */
function dataOf(reason: Reason, data: object | undefined, modern: boolean): { data?: object } {
  const effect = reason === 'INTERNAL_ERROR' ? 'unknown' : 'none';
  if (!modern) return data === undefined ? {} : { data: { ...data, effect } };
  return reason === 'RESOURCE_NOT_FOUND' ? { data: data! } : { data: { reason, ...data, effect } };
}

/** The whole error reply under the text of an id; without one, null up to 2025-11-25 and no such member on 2026-07-28. */
export function errorText(era: Era, id: string | undefined, reason: Reason, data?: object): string {
  const [seedCode, modernCode, message] = ERRORS[reason];
  const modern = era === MODERN;
  const error = {
    code: modern ? modernCode : seedCode,
    message,
    ...dataOf(reason, data, modern),
  };
  const idText = id ?? (modern ? undefined : 'null');
  const member = idText === undefined ? '' : `"id":${idText},`;
  return `{"jsonrpc":"2.0",${member}"error":${JSON.stringify(error)}}`;
}

/** One failure of the contract, and the request that really causes it. */
export interface Failure {
  readonly reason: Reason;
  readonly method: string;
  readonly params: object;
  readonly data?: object;
}

/** The failures of the first group, by the names that it has for them. */
export const FAILURES = {
  'Method not found': {
    reason: 'METHOD_NOT_FOUND',
    method: 'tools/remove',
    params: {},
    data: { method: 'tools/remove' },
  },
  'Invalid params': {
    reason: 'INVALID_PARAMS',
    method: 'resources/read',
    params: {},
    data: { details: "Missing required 'uri' parameter" },
  },
  'Resource not found': {
    reason: 'RESOURCE_NOT_FOUND',
    method: 'resources/read',
    params: { uri: 'lab:gone' },
    data: { uri: 'lab:gone' },
  },
  'Tool not found': {
    reason: 'TOOL_NOT_FOUND',
    method: 'tools/call',
    params: { name: 'gone' },
    data: { tool: 'gone' },
  },
  'Prompt not found': {
    reason: 'PROMPT_NOT_FOUND',
    method: 'prompts/get',
    params: { name: 'gone' },
    data: { prompt: 'gone' },
  },
  'Internal error': {
    reason: 'INTERNAL_ERROR',
    method: 'resources/read',
    params: { uri: 'lab:broken' },
  },
  'Capability not supported': {
    reason: 'CAPABILITY_NOT_SUPPORTED',
    method: 'completion/complete',
    params: {},
    data: { capability: 'completions' },
  },
  'Validation failed': {
    reason: 'VALIDATION_FAILED',
    method: 'prompts/get',
    params: { name: 'strict' },
    data: { details: 'never good enough' },
  },
} as const satisfies Record<string, Failure>;

export type FailureName = keyof typeof FAILURES;

const LONG = 100_000;

/** Ids that every revision allows, as they may be spelled. */
export const KEPT: Readonly<Record<string, string>> = {
  integer: '42',
  zero: '0',
  'negative zero': '-0',
  negative: '-7',
  '2^53 + 1': '9007199254740993',
  '-(2^53 + 1)': '-9007199254740993',
  'beyond every double': `1${'0'.repeat(400)}`,
  exponent: '1e3',
  'exponent in capitals': '1E+3',
  'integer with a point': '1.0',
  'exponent beyond every double': '1e400',
  string: '"req-1"',
  'empty string': '""',
  'string of digits': '"42"',
  'the word null': '"null"',
  unicode: '"größe-请求-🦊"',
  'unicode, escaped': '"gr\\u00f6\\u00dfe-\\u8bf7\\u6c42-\\ud83e\\udd8a"',
  'unicode, escaped in capitals': '"\\u8BF7"',
  'escapes that nobody needs': '"\\/\\u0041"',
  'half a surrogate pair, escaped': '"\\ud83e"',
  'quotes, braces and a key': '"\\"},\\"id\\":5"',
  'what JavaScript ends lines with': '"\u2028\u2029"',
  '100 kB of letters': `"${'x'.repeat(LONG)}"`,
  '100 kB of foxes': `"${'🦊'.repeat(LONG / 4)}"`,
  '100 kB of escapes': `"${'\\u00e9'.repeat(LONG / 6)}"`,
  '100 kB of digits': '9'.repeat(LONG),
};

/** What stands in the place of an id and is none in MCP. */
export const REFUSED = [
  ...['null', '1.5', '-0.1', '1e-1', '1.0000000000000000000001'],
  ...['{}', '{"id":1}', '[]', '[1]', 'true', 'false'],
] as const;

const PLAIN: readonly ((n: number) => string)[] = [
  (n) => `${n}`,
  (n) => `"${n}"`,
  (n) => `-${n}`,
  (n) => `${n}.0`,
  (n) => `${2n ** 53n + BigInt(n)}`,
  (n) => `"é-${n}"`,
  (n) => `"\\u8bf7-${n}"`,
];

/** An id of its own for every number, in many spellings. */
export function spell(n: number): string {
  return PLAIN[n % PLAIN.length]!(n);
}
