import type { Definition } from '@errata/core/fault';
import { erlmcp } from './catalog.js';
import { encodeErrorResponse, type ErlmcpId } from './encode.js';

// The seed's helpers: the id first, then the one fact that the failure is about. Number and words are the catalog's.

export function errorParse(id: ErlmcpId): string {
  return encode(id, erlmcp.PARSE_ERROR);
}

export function errorInvalidRequest(id: ErlmcpId, details?: string): string {
  return encode(id, erlmcp.INVALID_REQUEST, details);
}

export function errorMethodNotFound(id: ErlmcpId, method: string): string {
  return encode(id, erlmcp.METHOD_NOT_FOUND, { method });
}

export function errorInvalidParams(id: ErlmcpId, details: string): string {
  return encode(id, erlmcp.INVALID_PARAMS, { details });
}

export function errorInternal(id: ErlmcpId): string {
  return encode(id, erlmcp.INTERNAL_ERROR);
}

export function errorResourceNotFound(id: ErlmcpId, uri: string): string {
  return encode(id, erlmcp.RESOURCE_NOT_FOUND, { uri });
}

export function errorToolNotFound(id: ErlmcpId, tool: string): string {
  return encode(id, erlmcp.TOOL_NOT_FOUND, { tool });
}

export function errorPromptNotFound(id: ErlmcpId, prompt: string): string {
  return encode(id, erlmcp.PROMPT_NOT_FOUND, { prompt });
}

export function errorCapabilityNotSupported(id: ErlmcpId, capability: string): string {
  return encode(id, erlmcp.CAPABILITY_NOT_SUPPORTED, { capability });
}

export function errorNotInitialized(id: ErlmcpId): string {
  return encode(id, erlmcp.NOT_INITIALIZED);
}

export function errorValidationFailed(id: ErlmcpId, details: string): string {
  return encode(id, erlmcp.VALIDATION_FAILED, { details });
}

interface Declared {
  readonly definition: Pick<Definition, 'code' | 'title'>;
}

function encode(id: ErlmcpId, { definition }: Declared, data?: unknown): string {
  return encodeErrorResponse(id, definition.code, definition.title, data);
}
