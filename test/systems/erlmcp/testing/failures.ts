import type { Reason } from './messages.js';

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
