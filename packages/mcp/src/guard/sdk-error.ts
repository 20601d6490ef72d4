import { mcp } from '@errata/catalogs/mcp';
import {
  type WireError,
  identify,
  objectOrEmpty,
  peek,
  resolveFields,
  type Fields,
  type Definition,
} from '@errata/core/internal';
import { type Contract, type Condition, type Era, Fault, type Strategy } from '@errata/core';

/** The domain of what is known by an SDK's exception alone. */
export const SDK_DOMAIN = 'mcp-sdk';

/** An exception that its thrower means for the peer: `McpError` of v1, `ProtocolError` of v2, and what extends them. */
export interface SdkError {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

const BRANDS = Symbol.for('mcp.sdk.errorBrands');
const CLASSES = new Set(['McpError', 'ProtocolError']);

/** By name and brand: `instanceof` misses the second copy of a package, and a foreign integer `code` proves nothing. */
export function asSdkError(thrown: unknown): SdkError | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const code = peek(thrown, 'code');
  if (!Number.isSafeInteger(code)) return undefined;
  if (!CLASSES.has(String(peek(thrown, 'name'))) && !isBranded(thrown)) return undefined;
  return {
    code: code as number,
    message: withoutPrefix(String(peek(thrown, 'message') ?? ''), code as number),
    data: peek(thrown, 'data'),
  };
}

function isBranded(thrown: unknown): boolean {
  const brands = peek(thrown, BRANDS);
  return brands instanceof Set && brands.has('mcp.ProtocolError');
}

/** v1 writes `MCP error -32003: ` before every message, once per hop. */
export function withoutPrefix(message: string, code: number): string {
  const prefix = `MCP error ${code}: `;
  let text = message;
  while (text.startsWith(prefix)) text = text.slice(prefix.length);
  return text;
}

/** The fault of an SDK exception: the contract's own failure where it says which, else code, text and data as given. */
export function faultOfSdkError(
  { code, message, data }: SdkError,
  { thrown, contract, era, method, doubtful }: SdkFailure,
): Fault {
  const elicitations = code === -32042 ? elicitationsOf(data) : undefined;
  if (elicitations !== undefined)
    return mcp.URL_ELICITATION_REQUIRED({ elicitations }, { cause: thrown, details: message });
  const known = identify({ code, message, data }, contract, era);
  if (known !== undefined && !isGeneric(known, contract)) {
    const { context } = contract.read(data);
    return new Fault(known, context, { cause: thrown, details: message });
  }
  const context = asContext(data);
  const condition = method === 'tools/call' ? IN_TOOLS[code] : STANDARD[code]?.[1];
  return new Fault(defineFor(code, context, condition), context, {
    cause: thrown,
    details: message,
    ...(doubtful && data === undefined && { effect: 'unknown' }),
  });
}

/** The fault behind an error object that the SDK has written already; only with what the edge chooses its status by. */
export function faultOfWireError({ code, message, data }: WireError): Fault {
  const context = asContext(data);
  return new Fault(defineFor(code, context, STANDARD[code]?.[1]), context, { details: message });
}

type Elicitations = Parameters<typeof mcp.URL_ELICITATION_REQUIRED>[0]['elicitations'];

/** The pages that the user must visit, in the members of the specification. */
function elicitationsOf(data: unknown): Elicitations | undefined {
  const { elicitations: given } = objectOrEmpty(data);
  if (!Array.isArray(given) || given.length === 0) return undefined;
  return given.map((each) => {
    const { elicitationId, url, message } = objectOrEmpty(each);
    return {
      mode: 'url',
      elicitationId: String(elicitationId),
      url: String(url),
      message: String(message),
    };
  });
}

/** Where an exception came from. */
export interface SdkFailure {
  readonly thrown: unknown;
  readonly contract: Contract;
  readonly era: Era;
  readonly method: string;
  /** Without data it may be the SDK's own, about a result that it could not accept. */
  readonly doubtful: boolean;
}

/** A number that the catalog shares with its word for everything unforeseen says nothing. */
function isGeneric(definition: Definition, { catalog }: Contract): boolean {
  return definition === catalog.unexpected || catalog.rules.sharedCodes === true;
}

function asContext(data: unknown): Record<string, unknown> {
  if (data === undefined) return {};
  const isMembers = typeof data === 'object' && data !== null && !Array.isArray(data);
  return isMembers ? { ...data } : { data };
}

/** The thrower declared it by throwing it: its fields are the members that it gave. */
function defineFor(
  code: number,
  context: Record<string, unknown>,
  condition: Condition | undefined,
): Definition {
  const [reason] = STANDARD[code] ?? [`ERROR_${Math.abs(code)}`];
  const fields: Fields = Object.fromEntries(
    Object.keys(context).map((name) => [name, 'json?'] as const),
  );
  return {
    domain: SDK_DOMAIN,
    reason,
    code,
    title: reason,
    category: 'server',
    fields: resolveFields(fields),
    recovery: strategyOf(code, context),
    ...(condition !== undefined && { condition }),
  };
}

/** A thrower that says when to come back means it. */
function strategyOf(code: number, { retry_after: wait }: Record<string, unknown>): Strategy {
  if (typeof wait === 'number') return 'retry_with_backoff';
  return code === -32602 ? 'fix_and_retry' : 'report_and_abort';
}

/** What a tool throws is about its own work: MCP wants it in the result, and so no condition of the protocol. */
const IN_TOOLS: Readonly<Record<number, Condition>> = {
  [-32602]: 'validation',
  [-32021]: 'missing-client-capability',
};

const STANDARD: Readonly<Record<number, readonly [reason: string, condition: Condition]>> = {
  [-32700]: ['PARSE_ERROR', 'parse-error'],
  [-32600]: ['INVALID_REQUEST', 'invalid-request'],
  [-32601]: ['METHOD_NOT_FOUND', 'method-not-found'],
  [-32602]: ['INVALID_PARAMS', 'invalid-params'],
  [-32603]: ['INTERNAL_ERROR', 'internal'],
  [-32020]: ['HEADER_MISMATCH', 'header-mismatch'],
  [-32021]: ['MISSING_REQUIRED_CLIENT_CAPABILITY', 'missing-client-capability'],
  [-32022]: ['UNSUPPORTED_PROTOCOL_VERSION', 'unsupported-version'],
};
