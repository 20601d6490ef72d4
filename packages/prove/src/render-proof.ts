import { clipText, oneLine, stripInvisible } from '@errata/core/fault';
import { provocationName } from './define-system.js';
import { cellName, entriesOf, type Entry } from './entry.js';
import type { Proof } from './proof.js';
import { renderTable, type Paint } from './render-table.js';

export interface RenderOptions {
  /** How wide the text may be. */
  readonly columns: number;
  /** Whether a terminal shows colours. */
  readonly colors?: boolean;
}

const COLORS: Readonly<Record<Entry['outcome'], number>> = {
  provoked: 32,
  shown: 32,
  impossible: 90,
  missed: 31,
};

/** A proof for people: a table of failures, results and cells, then everything that is not as it should be. Of a stopped one, only that. */
export function renderProof(proof: Proof, { columns, colors = false }: RenderOptions): string {
  const paint: Paint = (text, outcome) =>
    colors ? `\u001b[${COLORS[outcome]}m${text}\u001b[0m` : text;
  const tell = (lines: readonly string[], outcome: Entry['outcome']): string[] =>
    lines.flatMap((line) => wrap(line, columns).map((part) => paint(part, outcome)));
  const entries = entriesOf(proof);
  const { undeclared, missingFields, unclosed, stopped, complete } = proof;
  const flaws = [
    ...undeclared.map((each) => `undeclared ${strayName(each)} on ${cellName(each)}`),
    ...missingFields.map(
      (each) => `missing ${each.field} of ${provocationName(each)} on ${cellName(each)}`,
    ),
    ...unclosed.map((each) => `not closed ${cellName(each)}: ${each.why}`),
  ];
  if (stopped !== undefined) {
    const { done, total } = stopped;
    return [
      ...tell([...reasonsWhy(entries, 'missed'), ...flaws], 'missed'),
      ...wrap(`Stopped after ${done} of ${total}; nothing is said about the rest.`, columns),
    ].join('\n');
  }
  return [
    ...renderTable(entries, proof, columns, paint),
    '',
    ...tell(reasonsWhy(entries, 'impossible'), 'impossible'),
    ...tell(reasonsWhy(entries, 'missed'), 'missed'),
    ...tell(flaws, 'missed'),
    ...tell(neverProved(entries), 'missed'),
    ...tell([summary(proof)], complete ? 'provoked' : 'missed'),
  ].join('\n');
}

/** Each sentence once, with the cells that it is about. */
function reasonsWhy(entries: readonly Entry[], outcome: Entry['outcome']): string[] {
  const cells = new Map<string, string[]>();
  for (const entry of entries.filter((each) => each.outcome === outcome)) {
    const sentence = `${entry.name}\0${entry.why}`;
    cells.set(sentence, [...(cells.get(sentence) ?? []), cellName(entry)]);
  }
  return [...cells].map(([sentence, where]) => {
    const [name, why] = sentence.split('\0');
    return `${outcome} ${name} on ${where.join(' and ')}: ${why}`;
  });
}

/** What nobody missed, and no cell has shown. */
function neverProved(entries: readonly Entry[]): string[] {
  const possible = new Set(
    entries.filter(({ outcome }) => outcome !== 'impossible').map(({ subject }) => subject),
  );
  const never = entries.map(({ subject }) => subject).filter((subject) => !possible.has(subject));
  return [...new Set(never)].map((subject) => `not proved ${subject}: impossible everywhere`);
}

function summary(proof: Proof): string {
  const { system, declared, provoked, results, formsDeclared, formsShown, forms, complete } = proof;
  const failures = `${provoked} of ${declared} declared failures (${tally(results, 'provoked')})`;
  const shown = `${formsShown} of ${formsDeclared} declared results (${tally(forms, 'shown')})`;
  const parts = [
    ...(declared > 0 || formsDeclared === 0 ? [failures] : []),
    ...(formsDeclared > 0 ? [shown] : []),
  ];
  return `${system}: ${parts.join(', ')}: ${complete ? 'complete' : 'NOT complete'}`;
}

function tally(list: readonly Pick<Entry, 'outcome'>[], good: 'provoked' | 'shown'): string {
  const count = (outcome: Entry['outcome']): string =>
    `${list.filter((each) => each.outcome === outcome).length} ${outcome}`;
  return [good, 'impossible' as const, 'missed' as const].map(count).join(', ');
}

/** Broken between words; a word that is too long is cut. A server's text makes no line by itself, and a bar is before each that it continues in. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of oneLine(stripInvisible(text)).split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= columns) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(clipText(last === undefined ? word : `│ ${word}`, columns));
    }
  }
  return lines;
}

function strayName({ code, reason }: { code: number | null; reason?: string }): string {
  const number = code === null ? 'no number' : String(code);
  return reason === undefined ? number : `${reason} (${number})`;
}
