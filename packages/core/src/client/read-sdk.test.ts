import { describe, expect, it } from 'vitest';
import { readFailure } from './read-failure.js';

// The shapes below are those of @modelcontextprotocol/sdk 1.32.2 (v1) and @modelcontextprotocol/core 2.4.0 (v2), written
// out because core depends on neither.

/** v1 types.js: prefixes its message and sets its name. */
class McpError extends Error {
  code: number;
  data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(`MCP error ${code}: ${message}`);
    this.code = code;
    this.data = data;
    this.name = 'McpError';
  }
}

/** v1 client/streamableHttp.js: does not set its name. */
class StreamableHTTPError extends Error {
  code: number | undefined;
  constructor(code: number | undefined, message: string) {
    super(`Streamable HTTP error: ${message}`);
    this.code = code;
  }
}

/** v1 client/sse.js. */
class SseError extends Error {
  code: number | undefined;
  constructor(code: number | undefined, message: string) {
    super(`SSE error: ${message}`);
    this.code = code;
  }
}

/** v1 client/auth.js: does not set its name. */
class UnauthorizedError extends Error {
  constructor(message?: string) {
    super(message ?? 'Unauthorized');
  }
}

const BRANDS = Symbol.for('mcp.sdk.errorBrands');

/** v2 types/errors.ts and errors/sdkErrors.ts: brands instead of classes. */
function branded(name: string, brands: readonly string[], message: string, members: object): Error {
  const error = Object.assign(new Error(message), { name }, members);
  return Object.defineProperty(error, BRANDS, { value: new Set(brands) });
}
const protocolError = (code: number, message: string, data?: unknown, name = 'ProtocolError') =>
  branded(name, ['mcp.ProtocolError'], message, { code, data });
const sdkError = (code: string, message: string, data?: unknown) =>
  branded('SdkError', ['mcp.SdkError'], message, { code, data });
const sdkHttpError = (code: string, data: { status: number; statusText?: string; text?: string }) =>
  branded('SdkHttpError', ['mcp.SdkError', 'mcp.SdkHttpError'], 'Error POSTing to endpoint', {
    code,
    data,
  });

describe('exceptions of SDK v1', () => {
  it('strips the prefix, also a doubled one, and keeps code and data', () => {
    const data = { mcp_error_code: 'UNAUTHORIZED' };
    const error = new McpError(-32001, 'MCP error -32001: Unauthorized', data);
    expect(readFailure(error)).toMatchObject({
      origin: 'rpc',
      code: -32001,
      message: 'Unauthorized',
      reason: 'UNAUTHORIZED',
      data,
      raw: error,
    });
  });

  it.each([
    ['a timeout', { timeout: 60_000 }],
    ['the total timeout', { maxTotalTimeout: 1000, totalElapsed: 1200 }],
  ])('knows %s of its own by its data', (_, data) => {
    expect(readFailure(new McpError(-32001, 'Request timed out', data))).toMatchObject({
      origin: 'local',
      kind: 'timeout',
      message: 'Request timed out',
      effect: 'unknown',
    });
  });

  it('takes -32001 with any other data for the peer’s', () => {
    expect(readFailure(new McpError(-32001, 'x', { timeout: 5, device_id: 'a' }))?.origin).toBe(
      'rpc',
    );
    expect(readFailure({ code: -32001, message: 'x', data: { timeout: 5 } })?.origin).toBe('rpc');
  });

  it('cannot tell a bare -32001 from the peer’s without the signal, and can with it', () => {
    const error = new McpError(-32001, 'AbortError: stop');
    const controller = new AbortController();
    expect(readFailure(error, { signal: controller.signal })).toMatchObject({
      origin: 'rpc',
      effect: 'unknown',
    });
    controller.abort();
    expect(readFailure(error, { signal: controller.signal })).toMatchObject({
      origin: 'local',
      kind: 'cancelled',
    });
  });

  it('cannot tell a bare -32000 from the peer’s without knowing the connection, and can with it', () => {
    const error = new McpError(-32000, 'Connection closed');
    expect(readFailure(error)).toMatchObject({ origin: 'rpc', code: -32000, effect: 'unknown' });
    expect(readFailure(error, { connected: () => false })).toMatchObject({
      origin: 'local',
      kind: 'closed',
      effect: 'unknown',
    });
  });

  it('reports effect unknown if the client may have rejected a valid result', () => {
    const local = new McpError(
      -32602,
      'Structured content does not match the tool’s output schema',
    );
    expect(readFailure(local)?.effect).toBe('unknown');
    expect(readFailure(new McpError(-32600, 'has an output schema'))?.effect).toBe('unknown');
    expect(readFailure(new McpError(-32602, 'Invalid params', { errors: [] }))?.effect).toBe(
      'none',
    );
    expect(readFailure(new McpError(-32601, 'Method not found'))?.effect).toBe('none');
    expect(readFailure(protocolError(-32602, 'Structured content …'))?.effect).toBe('unknown');
    expect(readFailure(protocolError(-32602, 'No such tool', { tool: 'x' }))?.effect).toBe('none');
  });

  it('reads the code of a transport error as an HTTP status', () => {
    expect(
      readFailure(new StreamableHTTPError(503, 'Error POSTing to endpoint: busy')),
    ).toMatchObject({ origin: 'http', status: 503, effect: 'unknown' });
    expect(readFailure(new SseError(429, 'slow down'))).toMatchObject({
      origin: 'http',
      status: 429,
      effect: 'none',
    });
    expect(readFailure(new StreamableHTTPError(503, 'x'))).not.toHaveProperty('code');
  });

  it('reads a transport error without a status as local', () => {
    expect(readFailure(new StreamableHTTPError(-1, 'Unexpected content type'))).toMatchObject({
      origin: 'local',
      kind: 'result',
    });
    expect(readFailure(new SseError(undefined, 'gone'))).toMatchObject({
      origin: 'local',
      kind: 'closed',
    });
  });

  it('reads UnauthorizedError as HTTP 401', () => {
    expect(readFailure(new UnauthorizedError())).toMatchObject({
      origin: 'http',
      status: 401,
      effect: 'none',
    });
  });
});

describe('exceptions of SDK v2', () => {
  it('reads a ProtocolError of any subclass', () => {
    expect(readFailure(protocolError(-32003, 'Not Found', { device_id: 'x' }))).toMatchObject({
      origin: 'rpc',
      code: -32003,
      message: 'Not Found',
      data: { device_id: 'x' },
    });
    expect(
      readFailure(
        protocolError(-32602, 'No such resource', { uri: 'a:b' }, 'ResourceNotFoundError'),
      ),
    ).toMatchObject({ origin: 'rpc', effect: 'none' });
  });

  it.each([
    ['REQUEST_TIMEOUT', { timeout: 60_000 }, 'timeout', 'unknown'],
    // v2 rejects an aborted call with the same code, and String(reason) for a message.
    ['REQUEST_TIMEOUT', undefined, 'cancelled', 'unknown'],
    ['CONNECTION_CLOSED', undefined, 'closed', 'unknown'],
    ['SEND_FAILED', undefined, 'send', 'unknown'],
    ['NOT_CONNECTED', undefined, 'send', 'none'],
    ['CAPABILITY_NOT_SUPPORTED', undefined, 'send', 'none'],
    ['INVALID_RESULT', undefined, 'result', 'unknown'],
    ['constructor', undefined, 'unknown', 'unknown'],
  ])('reads the local code %s with data %o as %s', (code, data, kind, effect) => {
    expect(readFailure(sdkError(code, 'x', data))).toMatchObject({
      origin: 'local',
      kind,
      effect,
      reason: code,
    });
  });

  it('digs the JSON-RPC error out of the text of an HTTP error', () => {
    const text =
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found","data":{"method":"x"}}}';
    expect(
      readFailure(sdkHttpError('CLIENT_HTTP_NOT_IMPLEMENTED', { status: 404, text })),
    ).toMatchObject({
      origin: 'http',
      status: 404,
      code: -32601,
      message: 'Method not found',
      data: { method: 'x' },
      effect: 'none',
    });
  });

  it('reads an HTTP error without a body, and one that was no error', () => {
    expect(
      readFailure(
        sdkHttpError('CLIENT_HTTP_AUTHENTICATION', { status: 401, statusText: 'Unauthorized' }),
      ),
    ).toMatchObject({ origin: 'http', status: 401, message: 'HTTP 401 Unauthorized' });
    expect(
      readFailure(sdkHttpError('CLIENT_HTTP_UNEXPECTED_CONTENT', { status: 200 })),
    ).toMatchObject({ origin: 'local', kind: 'result' });
  });
});

describe('exceptions of the platform', () => {
  const withCode = (code: string | number) => Object.assign(new Error(`connect ${code}`), { code });

  it.each([
    ['AbortError', 'cancelled'],
    ['TimeoutError', 'timeout'],
  ])('reads %s as %s', (name, kind) => {
    expect(readFailure(new DOMException('stop', name))).toMatchObject({
      origin: 'local',
      kind,
      effect: 'unknown',
    });
  });

  it.each([
    ['ECONNREFUSED', 'send', 'none'],
    ['ENOTFOUND', 'send', 'none'],
    ['UND_ERR_CONNECT_TIMEOUT', 'send', 'none'],
    ['ECONNRESET', 'closed', 'unknown'],
    ['ETIMEDOUT', 'timeout', 'unknown'],
    ['UND_ERR_SOCKET', 'closed', 'unknown'],
  ])('finds %s behind "fetch failed"', (code, kind, effect) => {
    const error = new TypeError('fetch failed', {
      cause: new Error('inner', { cause: withCode(code) }),
    });
    expect(readFailure(error)).toMatchObject({
      origin: 'local',
      kind,
      effect,
      reason: code,
      raw: error,
    });
  });

  it.each([20, 11000, 404])('does not make a JSON-RPC code of a foreign %i', (code) => {
    const failure = readFailure(withCode(code));
    expect(failure).toMatchObject({ origin: 'local', kind: 'unknown', effect: 'unknown' });
    expect(failure).not.toHaveProperty('code');
  });

  it('reads the answer that axios keeps on its exception', () => {
    const response = { status: 429, headers: { 'Retry-After': '7' }, data: { title: 'Slow down' } };
    expect(readFailure(Object.assign(new Error('x'), { response }))).toMatchObject({
      origin: 'http',
      status: 429,
      retryAfter: 7,
      message: 'Slow down',
    });
  });
});
