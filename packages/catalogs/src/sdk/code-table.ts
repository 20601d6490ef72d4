import { MODERN } from '@errata/core/internal';
import type { Condition, Era } from '@errata/core';
import { MCP_REVISIONS } from '../mcp/revisions.js';

/** One meaning that an implementation gives to a number. */
export interface CodeRow {
  readonly code: number;
  readonly name: string;
  readonly meaning: string;
  /** Whether the number is sent to a peer, is only raised inside the process, or both without a way to tell. */
  readonly where: 'wire' | 'local' | 'both';
  readonly version: string;
  readonly source: string;
  /** The condition, if one fits: rows with the same condition mean the same. */
  readonly condition?: Condition;
  /** The eras in which it occurs. */
  readonly eras: readonly Era[];
}

/** The numbers of one implementation. Data to look things up in, not failures to throw. */
export interface CodeTable {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly rows: readonly CodeRow[];
}

export interface CodeTableInput extends Omit<CodeTable, 'rows'> {
  readonly source: string;
  /** The eras that the implementation speaks. */
  readonly eras: readonly Era[];
  readonly rows: readonly Row[];
}

/** A row as it is written: without the members that all rows share, and with eras only if they are fewer. */
type Row = Omit<CodeRow, 'version' | 'source' | 'eras'> & Partial<Pick<CodeRow, 'eras'>>;

export function defineCodeTable({ source, eras, rows, ...head }: CodeTableInput): CodeTable {
  const { version } = head;
  return { ...head, rows: rows.map((one) => ({ eras, ...one, version, source })) };
}

export const ALL_REVISIONS: readonly Era[] = MCP_REVISIONS;
export const STATEFUL_REVISIONS: readonly Era[] = MCP_REVISIONS.filter((era) => era !== MODERN);
export const STATELESS_REVISIONS: readonly Era[] = [MODERN];

/** A row on one line. */
export function row(
  code: number,
  name: string,
  where: CodeRow['where'],
  meaning: string,
  condition?: Condition,
): Row {
  return { code, name, meaning, where, ...(condition !== undefined && { condition }) };
}

/** The codes of JSON-RPC 2.0 §5.1 under the names that an implementation gives them. */
export function standardRows(
  names: readonly [
    parse: string,
    request: string,
    method: string,
    params: string,
    internal: string,
  ],
): readonly Row[] {
  const [parse, request, method, params, internal] = names;
  return [
    row(-32700, parse, 'wire', 'Parse error', 'parse-error'),
    row(-32600, request, 'wire', 'Invalid Request', 'invalid-request'),
    row(-32601, method, 'wire', 'Method not found', 'method-not-found'),
    row(-32602, params, 'wire', 'Invalid params', 'invalid-params'),
    row(-32603, internal, 'wire', 'Internal error', 'internal'),
  ];
}

export const PASCAL_NAMES = [
  'ParseError',
  'InvalidRequest',
  'MethodNotFound',
  'InvalidParams',
  'InternalError',
] as const;

/** The three codes that MCP 2026-07-28 defines and its SDKs share. */
export const STATELESS_ROWS: readonly Row[] = [
  row(-32020, 'HeaderMismatch', 'wire', 'HTTP headers and body disagree', 'header-mismatch'),
  row(
    -32021,
    'MissingRequiredClientCapability',
    'wire',
    'The client did not declare a capability',
    'missing-client-capability',
  ),
  row(
    -32022,
    'UnsupportedProtocolVersion',
    'wire',
    'The protocol version is not spoken',
    'unsupported-version',
  ),
].map((one) => ({ ...one, eras: STATELESS_REVISIONS }));

export const URL_ELICITATION_ROW: Row = {
  ...row(
    -32042,
    'UrlElicitationRequired',
    'wire',
    'The user has to visit a URL',
    'url-elicitation-required',
  ),
  eras: ['2025-11-25'],
};
