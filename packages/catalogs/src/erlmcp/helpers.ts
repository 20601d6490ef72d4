import type { Definition } from '@errata/core/internal';
import { erlmcp } from './catalog.js';
import { encodeErrorResponse, type ErlmcpId } from './encode.js';

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
