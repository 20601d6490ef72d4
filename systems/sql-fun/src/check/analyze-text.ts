import type { StatementAnalysis } from '../query/analysis.js';
import { splitStatements, type Span } from '../text/index.js';
import type { Judge } from './judge.js';

/** The judge is asked again at most this often for one text. */
const MAX_SYNTAX_ERRORS = 100;

/** The analysis of each statement. Where the judge stops at a syntax error, it is asked again without that statement. */
export async function analyzeText(
  text: string,
  judge: Judge,
): Promise<readonly StatementAnalysis[]> {
  const spans = splitStatements(text);
  if (spans.length === 0) return [];
  const failed = new Map<number, StatementAnalysis>();
  for (let sql = text; ;) {
    const { statements } = await judge.analyze(sql);
    const stopped = statements.length === 1 && spans.length - failed.size > 1;
    const index = stopped ? spanOf(statements[0]!, spans) : -1;
    if (index === -1 || failed.has(index) || failed.size === MAX_SYNTAX_ERRORS) {
      const rest = [...statements];
      if (failed.size === 0) return rest;
      return [...spans.keys()].flatMap((each) => failed.get(each) ?? rest.shift() ?? []);
    }
    failed.set(index, statements[0]!);
    sql = blanked(sql, spans[index]!);
  }
}

/** Which statement has the syntax error; −1 where there is none. */
function spanOf({ problems }: StatementAnalysis, spans: readonly Span[]): number {
  const offset = problems.find(({ code }) => code === 'syntax')?.place?.offset;
  return offset === undefined ? -1 : spans.findLastIndex(({ start }) => start <= offset);
}

/** As long as before, so that places stay. */
function blanked(sql: string, { start, end }: Span): string {
  return sql.slice(0, start) + sql.slice(start, end).replaceAll(/[^\n]/g, ' ') + sql.slice(end);
}
