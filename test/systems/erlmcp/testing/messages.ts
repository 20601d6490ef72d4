import { ERLMCP_ERROR_CODES as CODES } from '@errata/catalogs/erlmcp';
import type { Era } from '@errata/core';

export const MODERN = '2026-07-28';

const CLIENT = { name: 'ids', version: '1' };

export const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

export function initializeText(era: Era, id = '"hello"'): string {
  const params = { protocolVersion: era, capabilities: {}, clientInfo: CLIENT };
  return requestText(era, id, 'initialize', params);
}

/** The members of a request behind its id, with the envelope where the era has one. */
export function restOf(era: Era, method: string, params: object = {}): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const given = era === MODERN ? { ...params, _meta } : params;
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

export type Reason = keyof typeof ERRORS;

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
  const told = id ?? (modern ? undefined : 'null');
  const member = told === undefined ? '' : `"id":${told},`;
  return `{"jsonrpc":"2.0",${member}"error":${JSON.stringify(error)}}`;
}
