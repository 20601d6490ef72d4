import { codeText, markdownTable } from '@errata/system/docs';
import { createSqlFunSystem } from '../provocations/index.js';
import { describePlace } from './describe-place.js';
import { DEFINITIONS } from './render-failures.js';

/** What each failure is caused by: a row for every provocation, and where else than everywhere it is met. */
export function renderCauseTable(): string {
  // Nothing is started: only what the provocations say of themselves is read.
  const { provocations } = createSqlFunSystem(['errata']);
  return markdownTable(
    ['code', 'reason', 'what has happened', 'only'],
    DEFINITIONS.flatMap(({ reason, code }) =>
      provocations
        .filter((provocation) => provocation.reason === reason)
        .map(({ cause, impossible }) => [
          String(code),
          codeText(reason),
          cause,
          describePlace(impossible),
        ]),
    ),
  );
}
