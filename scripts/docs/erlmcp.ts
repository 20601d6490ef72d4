import { erlmcp } from '@errata/catalogs/erlmcp';
import { OFFER_FAILURES } from '../../systems/erlmcp/lab/offer-failures.js';
import type { ErlmcpProvocation } from '../../systems/erlmcp/lab/provoke.js';
import { REQUEST_FAILURES } from '../../systems/erlmcp/lab/request-failures.js';
import { WORK_FAILURES } from '../../systems/erlmcp/lab/work-failures.js';
import { TOOLS } from '../../systems/erlmcp/src/sample/tools.js';
import { codeText, markdownTable, type Parts } from './markdown.js';
import {
  adviceOf,
  argumentTexts,
  fieldTexts,
  memberTexts,
  modernNumber,
  placesOf,
} from './reference.js';

/** The generated parts of docs/systems/erlmcp.md, by the name in their mark. */
export const PARTS = {
  tools: renderToolTable,
  reasons: renderReasonTable,
  causes: renderCauseTable,
} as const satisfies Parts;

/** Every tool of the sample: its arguments, what it does, and what its result has. */
function renderToolTable(): string {
  return markdownTable(
    ['tool', 'arguments', 'what it does', '`structuredContent`'],
    TOOLS.map(({ name, description = '', inputSchema = {}, outputSchema = {} }) => [
      codeText(name),
      argumentTexts(inputSchema),
      description,
      memberTexts(outputSchema),
    ]),
  );
}

const PROVOCATIONS = [...REQUEST_FAILURES, ...OFFER_FAILURES, ...WORK_FAILURES];

/** The 16 failures with their number in each era, and what is in their `data`. */
function renderReasonTable(): string {
  return markdownTable(
    ['reason', 'code', '2026-07-28', 'message', '`data`'],
    erlmcp.definitions.map((definition) => [
      codeText(definition.reason),
      String(definition.code),
      modernNumber(definition),
      definition.title,
      fieldTexts(definition.fields),
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
      adviceOf(definition, ADVICE),
    ]),
  );
}

/** One cause of a failure, and the revisions that have it where not all do. */
function describeCause({ cause, impossible }: ErlmcpProvocation): string {
  const eras = new Set(placesOf(['stdio', 'http', 'tcp'], impossible).map(({ era }) => era));
  if (!eras.has('2026-07-28')) return `${cause} (up to 2025-11-25)`;
  return eras.has('2025-11-25') ? cause : `${cause} (2026-07-28)`;
}

/** What to do about a failure whose definition has no advice, because it depends on where it happens. */
const ADVICE: Readonly<Record<string, string>> = {
  VALIDATION_FAILED:
    'Correct what `details` names. If that is the result of a tool, the tool needs a fix',
  TRANSPORT_ERROR: 'Wait, then read again; check the server at `--upstream`',
  TIMEOUT: 'Ask for less, or start the server with a longer `--deadline`',
  RATE_LIMITED: 'Wait as long as `details` says; over HTTP so does `Retry-After`',
};
