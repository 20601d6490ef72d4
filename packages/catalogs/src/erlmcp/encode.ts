import { type Definition, encodeError, idText } from '@errata/core/internal';
import { erlmcp } from './catalog.js';
import { ERLMCP_ERROR_CODES, validateErrorCode } from './codes.js';

/** The ids of JSON-RPC; a bigint is written with all its digits. */
export type ErlmcpId = string | number | bigint | null;

/** The error object of erlmcp. */
export interface ErlmcpErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: object;
}

/** Options of `encodeErrorResponse`. */
export interface EncodeOptions {
  /** Called when a code was replaced. Default: one line on stderr for each code. */
  readonly onWarning?: (warning: string) => void;
}

/**
 * The text of an error reply under the given id (seed 003, `encode_error_response`). A code that erlmcp does not have
 * becomes −32603, and the one that was given stays visible in `data.original_code`.
 */
export function encodeErrorResponse(
  id: ErlmcpId,
  code: number,
  message: string,
  data?: unknown,
  { onWarning = warnOnce }: EncodeOptions = {},
): string {
  if (validateErrorCode(code)) return encodeReply(id, buildErrorObject(code, message, data));
  warn(onWarning, `Invalid error code ${code}, using internal error`);
  const error = buildErrorObject(ERLMCP_ERROR_CODES.JSONRPC_INTERNAL_ERROR, message, data);
  // JSON has no NaN and no Infinity; as text they stay readable.
  const original_code = Number.isFinite(code) ? code : String(code);
  return encodeReply(id, { ...error, data: { ...error.data, original_code } });
}

/** The error object (seed 003, `build_error_object`): objects are data, everything else becomes `details`. */
export function buildErrorObject(code: number, message: string, data?: unknown): ErlmcpErrorObject {
  if (data === undefined || data === null) return { code, message };
  return { code, message, data: toData(data) };
}

function toData(data: unknown): object {
  if (typeof data === 'string') return { details: data };
  try {
    // Bytes are not text, and JSON would write them out as an object of numbers.
    if (ArrayBuffer.isView(data) || data instanceof ArrayBuffer) {
      return { details: `${data.byteLength} bytes of binary data` };
    }
    const json = JSON.stringify(data) as string | undefined;
    if (json === undefined) return { details: WITHOUT_JSON };
    // A copy, because a toJSON may return something else the second time.
    return json.startsWith('{') ? (JSON.parse(json) as object) : { details: json };
  } catch {
    return { details: WITHOUT_JSON }; // a BigInt, a cycle, a getter that throws
  }
}

const WITHOUT_JSON = 'a value that has no JSON form';

function encodeReply(id: ErlmcpId, error: ErlmcpErrorObject): string {
  return encodeError(idText(id), JSON.stringify(error), 'null');
}

function warn(onWarning: (warning: string) => void, warning: string): void {
  try {
    onWarning(warning);
  } catch {
    // A hook that fails must not cost the peer its reply.
  }
}

/** A peer may choose the codes, so their number is limited: it must not fill memory or stderr. */
const MAX_WARNINGS = 100;
const warned = new Set<string>();

/** The console and not `process.stderr`: this also runs in browsers and workers. */
const { console } = globalThis as { console?: { warn(line: string): void } };

function warnOnce(warning: string): void {
  if (warned.size > MAX_WARNINGS || warned.has(warning)) return;
  warned.add(warning);
  const last = warned.size > MAX_WARNINGS;
  console?.warn(`erlmcp: ${last ? 'Further invalid error codes are not reported' : warning}`);
}

// The seed's helpers: the id first, then the one fact that the failure is about. Number and words are the catalog's.

/** The reply for text that is not JSON. */
export function errorParse(id: ErlmcpId): string {
  return encode(id, erlmcp.PARSE_ERROR);
}

/** The reply for an invalid request. */
export function errorInvalidRequest(id: ErlmcpId, details?: string): string {
  return encode(id, erlmcp.INVALID_REQUEST, details);
}

/** The reply for an unknown method. */
export function errorMethodNotFound(id: ErlmcpId, method: string): string {
  return encode(id, erlmcp.METHOD_NOT_FOUND, { method });
}

/** The reply for invalid params. */
export function errorInvalidParams(id: ErlmcpId, details: string): string {
  return encode(id, erlmcp.INVALID_PARAMS, { details });
}

/** The reply for an internal error. It has no data. */
export function errorInternal(id: ErlmcpId): string {
  return encode(id, erlmcp.INTERNAL_ERROR);
}

/** The reply for an unknown resource. */
export function errorResourceNotFound(id: ErlmcpId, uri: string): string {
  return encode(id, erlmcp.RESOURCE_NOT_FOUND, { uri });
}

/** The reply for an unknown tool. */
export function errorToolNotFound(id: ErlmcpId, tool: string): string {
  return encode(id, erlmcp.TOOL_NOT_FOUND, { tool });
}

/** The reply for an unknown prompt. */
export function errorPromptNotFound(id: ErlmcpId, prompt: string): string {
  return encode(id, erlmcp.PROMPT_NOT_FOUND, { prompt });
}

/** The reply for a capability that the server does not have. */
export function errorCapabilityNotSupported(id: ErlmcpId, capability: string): string {
  return encode(id, erlmcp.CAPABILITY_NOT_SUPPORTED, { capability });
}

/** The reply for a request before `initialize`. */
export function errorNotInitialized(id: ErlmcpId): string {
  return encode(id, erlmcp.NOT_INITIALIZED);
}

/** The reply for arguments that break their schema. */
export function errorValidationFailed(id: ErlmcpId, details: string): string {
  return encode(id, erlmcp.VALIDATION_FAILED, { details });
}

interface Declared {
  readonly definition: Pick<Definition, 'code' | 'title'>;
}

function encode(id: ErlmcpId, { definition }: Declared, data?: unknown): string {
  return encodeErrorResponse(id, definition.code, definition.title, data);
}
