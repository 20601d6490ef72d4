import { erlmcp } from '@errata/catalogs/erlmcp';
import { projectNumber } from '@errata/core/internal';
import { codeText, codeTexts, markdownTable } from '@errata/system/docs';
import { OFFER_FAILURES } from '../provocations/offer-failures.js';
import { REQUEST_FAILURES } from '../provocations/request-failures.js';
import { WORK_FAILURES } from '../provocations/work-failures.js';
import { ADVICE } from './advice.js';
import { describeCause } from './describe-cause.js';

type Definition = (typeof erlmcp.definitions)[number];

const PROVOCATIONS = [...REQUEST_FAILURES, ...OFFER_FAILURES, ...WORK_FAILURES];

/** The 16 failures with their number in each era, and what is in their `data`. */
export function renderReasonTable(): string {
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
export function renderCauseTable(): string {
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
