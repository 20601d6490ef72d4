import type { Meaning } from '@errata/catalogs';
import { ERAS } from '@errata/core';
import { eraLabel, groupEras } from '../output/eras.js';
import { unique } from '../output/name-groups.js';
import { STRATEGY_TEXT } from '../output/strategy-text.js';
import { renderTable } from '../output/table.js';
import { wrap } from '../output/wrap.js';
import type { Terminal } from '../terminal.js';
import type { FailureFacts } from './describe-failure.js';

/** A declared failure as a card. */
export function renderFailure(facts: FailureFacts, { colors, columns }: Terminal): string {
  const fields = facts.fields.map(({ name, required }) => (required ? name : `${name}?`));
  const optional = facts.fields.some(({ required }) => !required) ? ' (? is optional)' : '';
  const lines: (readonly [string, string] | undefined)[] = [
    ['title', facts.title],
    facts.when === null ? undefined : ['when', facts.when],
    ['category', facts.category],
    ...numbersOf(facts),
    ['client', strategyOf(facts)],
    facts.suggestion === null ? undefined : ['advice', facts.suggestion],
    ['retryable', facts.retryable_when ?? (facts.retryable ? 'yes' : 'no')],
    ['data', fields.length === 0 ? 'no fields' : fields.join(', ') + optional],
  ];
  return [
    colors.bold(`${facts.domain}/${facts.reason}`),
    ...lines
      .filter((line) => line !== undefined)
      .flatMap(([label, text]) =>
        wrap(text, columns - 13).map(
          (line, index) => `  ${colors.dim((index === 0 ? label : '').padEnd(9))}  ${line}`,
        ),
      ),
  ].join('\n');
}

function numbersOf({ numbers, numbers_vary: vary }: FailureFacts): [string, string][] {
  const groups = groupEras(
    ERAS.filter((era) => numbers[era] !== undefined),
    (era) => numbers[era]!,
    ({ code, allowed }) => `${code} ${allowed}`,
  );
  return groups.map(({ eras, said: { code, allowed, rule } }, index) => {
    // Only the newest revision names codes for what happened, so only its number can be another one.
    const other =
      vary && eras.includes('2026-07-28') ? '; 2026-07-28 may name another for what happened' : '';
    const breach = allowed ? '' : `; not allowed: ${rule}`;
    return [index === 0 ? 'code' : '', `${code} in ${eraLabel(eras)}${other}${breach}`];
  });
}

function strategyOf({ recovery, recovery_varies: varies }: FailureFacts): string {
  const text = `${recovery}: ${STRATEGY_TEXT[recovery]}`;
  return varies === true ? `${text} (unless the reply says otherwise)` : text;
}

/** Names that no catalog declares, but somebody's code has. */
export function renderElsewhere(meanings: readonly Meaning[], terminal: Terminal): string {
  const rows = unique(
    meanings.map(({ code, who, name, meaning, where }) =>
      JSON.stringify([
        String(code),
        who,
        `${name}: ${meaning}${where === 'local' ? ' (never on the wire)' : ''}`,
      ]),
    ),
  ).map((row) => JSON.parse(row) as string[]);
  const columns = [
    { title: 'code' },
    { title: 'who', wrap: true },
    { title: 'meaning', wrap: true },
  ];
  return [
    terminal.colors.bold('In implementations'),
    renderTable(columns, rows, terminal.columns),
  ].join('\n');
}
