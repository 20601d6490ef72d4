import { call, failure, post } from './rows.js';

export const V = '2026-07-28';
export const VERSION = 'io.modelcontextprotocol/protocolVersion';
export const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
export const CLIENT = 'io.modelcontextprotocol/clientInfo';
export const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
export const META = { [VERSION]: V, [CAPABILITIES]: {} };

/** A request of 2026-07-28 with all that it needs, and what a row changes. */
export function modern(
  method: string,
  params: object = {},
  headers: Record<string, string> = {},
  meta: object = META,
) {
  const { name, uri } = params as { name?: string; uri?: string };
  const mirrored = name ?? uri;
  return post(call(method, { ...params, _meta: meta }), {
    'mcp-protocol-version': V,
    'mcp-method': method,
    ...(mirrored !== undefined && { 'mcp-name': mirrored }),
    ...headers,
  });
}

export function without(sent: ReturnType<typeof post>, ...names: string[]) {
  const headers = Object.fromEntries(
    Object.entries(sent.headers!).filter(([name]) => !names.includes(name)),
  );
  return { ...sent, headers };
}

export const mismatch = (header: string) =>
  failure(-32020, `The header ${header} is missing or does not match the body`, { header });

export const missing = (key: string) =>
  failure(-32602, `params._meta["${key}"] is missing or of the wrong type`, {
    errors: [{ field: `_meta.${key}`, message: 'is missing or of the wrong type' }],
  });

export const SERVED = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** The reply of a tool that repeats its arguments. */
export const echoed = (text: string) =>
  `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":${JSON.stringify(text)}}]}}`;
