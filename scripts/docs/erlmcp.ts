import { erlmcp } from '@errata/catalogs/erlmcp';
import type { Era } from '@errata/core';
import { projectNumber } from '@errata/core/internal';
import type { Cell } from '@errata/prove';
import { OFFER_FAILURES } from '../../systems/erlmcp/lab/offer-failures.js';
import type { Provoke } from '../../systems/erlmcp/lab/provoke.js';
import { REQUEST_FAILURES } from '../../systems/erlmcp/lab/request-failures.js';
import { WORK_FAILURES } from '../../systems/erlmcp/lab/work-failures.js';
import { TOOLS } from '../../systems/erlmcp/src/sample/tools.js';
import { codeText, codeTexts, insertParts, markdownTable, type Parts } from './markdown.js';

/** The generated parts of docs/systems/erlmcp.md, by the name in their mark. */
export const PARTS = {
  tools: renderToolTable,
  reasons: renderReasonTable,
  causes: renderCauseTable,
} as const satisfies Parts;

/** The page with its generated parts as they are now. */
export function insertReference(page: string): string {
  return insertParts(page, PARTS);
}

/** As much of JSON Schema as the tools of the sample need. */
interface Schema {
  readonly type?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Every tool of the sample: its arguments, what it does, and what its result has. */
function renderToolTable(): string {
  return markdownTable(
    ['tool', 'arguments', 'what it does', '`structuredContent`'],
    TOOLS.map(({ name, description = '', inputSchema = {}, outputSchema = {} }) => [
      codeText(name),
      argumentsOf(inputSchema as Schema),
      description,
      membersOf(outputSchema as Schema),
    ]),
  );
}

function argumentsOf({ properties = {} }: Schema): string {
  return Object.entries(properties)
    .map(([name, schema]) => `${codeText(name)}: ${typeOf(schema)}`)
    .join('; ');
}

function typeOf({ type = 'anything', minimum, maximum, default: value }: Schema): string {
  const range =
    minimum === undefined || maximum === undefined
      ? ''
      : `, ${minimum} to ${maximum.toLocaleString('en-US')}`;
  const unlessTold = value === undefined ? '' : `, ${JSON.stringify(value)} unless told`;
  return `${type}${range}${unlessTold}`;
}

function membersOf({ properties = {}, required = [] }: Schema): string {
  return codeTexts(
    Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`)),
  );
}

type Definition = (typeof erlmcp.definitions)[number];

const PROVOCATIONS = [...REQUEST_FAILURES, ...OFFER_FAILURES, ...WORK_FAILURES];

/** The 16 failures with their number in each era, and what is in their `data`. */
function renderReasonTable(): string {
  return markdownTable(
    ['reason', 'code', '2026-07-28', 'message', '`data`'],
    erlmcp.definitions.map((definition) => [
      codeText(definition.reason),
      String(definition.code),
      String(newNumberOf(definition)),
      definition.title,
      codeTexts(
        definition.fields.map(({ name, required }) => (required === true ? name : `${name}?`)),
      ),
    ]),
  );
}

/** What each failure is caused by, and what to do about it. */
function renderCauseTable(): string {
  return markdownTable(
    ['reason', 'what has happened', 'what to do'],
    erlmcp.definitions.map((definition) => [
      codeText(definition.reason),
      PROVOCATIONS.filter(({ reason }) => reason === definition.reason)
        .map(describeCause)
        .join('. '),
      adviceOf(definition),
    ]),
  );
}

function newNumberOf({ condition, ...definition }: Definition): number {
  return projectNumber(
    definition,
    typeof condition === 'function' ? undefined : condition,
    '2026-07-28',
  );
}

function adviceOf({ reason, suggestion }: Definition): string {
  const advice = typeof suggestion === 'string' ? suggestion : ADVICE[reason];
  if (advice === undefined) throw new TypeError(`no advice for ${reason}`);
  return advice;
}

const TRANSPORTS: readonly Cell['transport'][] = ['stdio', 'http', 'tcp'];

/** One cause of a failure, and the revisions that have it where not all do. */
function describeCause({ cause, impossible }: Provoke): string {
  const happens = (era: Era) =>
    TRANSPORTS.some((transport) => impossible?.({ transport, era }) === undefined);
  if (!happens('2026-07-28')) return `${cause} (up to 2025-11-25)`;
  return happens('2025-11-25') ? cause : `${cause} (2026-07-28)`;
}

/** What to do about a failure whose definition has no advice, because it depends on where it happens. */
const ADVICE: Readonly<Record<string, string>> = {
  VALIDATION_FAILED:
    'Correct what `details` names; where that is the result of a tool, the tool has to be mended',
  TRANSPORT_ERROR: 'Wait, then read again; look at what `--upstream` names',
  TIMEOUT: 'Ask for less, or have the server started with a longer `--deadline`',
  RATE_LIMITED: 'Wait as long as `details` says; over HTTP so does `Retry-After`',
};
