import {
  engram,
  ENGRAM_MESSAGES,
  McpErrorReason,
  ToolResultErrorCode,
  type ReasonName,
} from '@errata/catalogs/engram';
import { projectNumber, toCatalogJson } from '@errata/core/catalog';
import { codeText, markdownTable } from '@errata/system/docs';
import { REASON_HINTS } from '../report/reason-hints.js';
import { CAUSES } from './causes.js';
import { ERROR_CODE_CAUSES } from './error-code-causes.js';

const REASONS = Object.keys(McpErrorReason) as readonly ReasonName[];

/** The 19 reasons with their number in each era, and their words in both languages. */
export function renderReasonTable(): string {
  const known = new Map(toCatalogJson(engram).failures.map((each) => [each.reason, each]));
  return markdownTable(
    ['reason', 'code', '2026-07-28', 'category', 'retryable', 'message', '`--lang zh`'],
    REASONS.map((reason) => {
      const { code, category, retryable, retryable_when } = known.get(reason)!;
      return [
        codeText(reason),
        String(code),
        String(newNumberOf(reason)),
        category,
        retryable_when ?? (retryable ? 'yes' : 'no'),
        ENGRAM_MESSAGES.en[reason]({}),
        ENGRAM_MESSAGES.zh[reason]({}),
      ];
    }),
  );
}

/** What each reason is caused by, and what the operator can do. */
export function renderCauseTable(): string {
  return markdownTable(
    ['reason', 'what has happened', 'what the operator can do'],
    REASONS.map((reason) => [codeText(reason), CAUSES[reason], REASON_HINTS[reason].en]),
  );
}

/** The codes of refusals that are results. */
export function renderErrorCodeTable(): string {
  const codes = Object.keys(ToolResultErrorCode) as (keyof typeof ToolResultErrorCode)[];
  return markdownTable(
    ['`error_code`', 'when'],
    codes.map((code) => [codeText(code), ERROR_CODE_CAUSES[code]]),
  );
}

function newNumberOf(reason: ReasonName): number {
  const { condition, ...definition } = engram.definitions.find((each) => each.reason === reason)!;
  return projectNumber(
    definition,
    typeof condition === 'function' ? undefined : condition,
    '2026-07-28',
  );
}
