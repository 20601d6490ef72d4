import { DEFAULT_BUDGET, type Ref } from '@errata/core/internal';
import {
  toRpcErrorJson,
  type Contract,
  type Era,
  classify,
  createRedactor,
  isFault,
  type Redactor,
} from '@errata/core';
import { engramContract } from './contract.js';
import type { ErrorData } from './shape.js';

/** The `error` member of a reply. The id is not here: it belongs to whoever owns the wire. */
export interface EngramError {
  readonly code: number;
  readonly message: string;
  readonly data: ErrorData;
}

/** Options of `toJsonRpcError`. */
export interface ToJsonRpcErrorOptions {
  readonly contract?: Contract;
  /** The last era that has the seed's literal numbers unless told. */
  readonly era?: Era;
  /** The ref of the request, where it already has one. */
  readonly correlationId?: Ref;
  readonly redactor?: Redactor;
}

/** Make the error object of whatever was thrown: one way for all (seed 002 §6, `to_jsonrpc_error`). */
export function toJsonRpcError(thrown: unknown, options: ToJsonRpcErrorOptions = {}): EngramError {
  const { contract = engramContract, era = '2025-11-25', correlationId } = options;
  const fault = contract.adopt(isFault(thrown) ? thrown : classify(thrown));
  if (correlationId !== undefined) fault.adoptRef(correlationId);
  const view = { era, redactor: options.redactor ?? createRedactor(), budget: DEFAULT_BUDGET };
  return JSON.parse(toRpcErrorJson(fault, contract, view)) as EngramError;
}
