import { clipText, oneLine, stripInvisible } from '@errata/core/internal';
import { provocationName } from './define-system.js';
import type { FormOutcome, ProvocationOutcome, Proof } from './proof.js';
import type { Cell } from './system.js';

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

/** Reasons and forms that are impossible in every cell. */
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
  const form = proof.toolFailures === undefined ? '' : `, tool failures ${proof.toolFailures}`;
  return `${system}${form}: ${parts.join(', ')}: ${complete ? 'complete' : 'NOT complete'}`;
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

/** Gives a text the colour of what became of something. */
type Paint = (text: string, outcome: Entry['outcome']) => string;

const MARKS: Readonly<Record<Entry['outcome'], string>> = {
  provoked: '✓',
  shown: '✓',
  impossible: '–',
  missed: '✗',
};

/** A row for each name and a column for each cell; a list where that does not fit. */
function renderTable(
  entries: readonly Entry[],
  { transports, eras }: Pick<Proof, 'transports' | 'eras'>,
  columns: number,
  paint: Paint,
): readonly string[] {
  const cells = transports.flatMap((transport) => eras.map((era) => ({ transport, era })));
  const rows = [...new Set(entries.map(({ name }) => name))];
  const first = Math.max(0, ...rows.map((name) => name.length)) + 2;
  const width = Math.max(11, ...transports.map((transport) => transport.length + 1));
  if (first + cells.length * width > columns) return list(entries, columns, paint);
  const head = (texts: readonly string[]): string =>
    (' '.repeat(first) + texts.map((text) => text.padEnd(width)).join('')).trimEnd();
  return [
    head(cells.map(({ transport }) => transport)),
    head(cells.map(({ era }) => era)),
    ...rows.map((name) => {
      const marks = cells.map((cell) => {
        const found = entries.find(
          (each) => each.name === name && cellName(each) === cellName(cell),
        );
        if (found === undefined) return ' '.repeat(width);
        return paint(`${MARKS[found.outcome]}${numberOf(found)}`.padEnd(width), found.outcome);
      });
      return (name.padEnd(first) + marks.join('')).trimEnd();
    }),
  ];
}

function list(entries: readonly Entry[], columns: number, paint: Paint): readonly string[] {
  return entries.map((entry) => {
    const { outcome, name } = entry;
    const line = `${MARKS[outcome]} ${name}${numberOf(entry)}, ${cellName(entry)}`;
    return paint(clipText(line, columns), outcome);
  });
}

function numberOf({ code }: Entry): string {
  return code === undefined ? '' : ` ${code}`;
}

/** A failure or a declared result in one cell, as people read it. */
interface Entry extends Cell {
  readonly name: string;
  /** What has to be seen in at least one cell: a reason, or a result form. */
  readonly subject: string;
  /** Results have no number. */
  readonly code?: number;
  readonly outcome: ProvocationOutcome | FormOutcome;
  readonly why: string;
}

/** All that a proof tells, failures first. */
function entriesOf({ results, forms }: Proof): readonly Entry[] {
  return [
    ...results.map((each) => ({ ...each, name: provocationName(each), subject: each.reason })),
    ...forms.map((each) => ({ ...each, subject: each.name })),
  ];
}

/** `stdio 2025-11-25` */
function cellName({ transport, era }: Cell): string {
  return `${transport} ${era}`;
}

/** A proof as one line of JSON, for programs. */
export function toProofJson(proof: Proof): string {
  const { system, declared, provoked, results, undeclared, missingFields, unclosed, stopped } =
    proof;
  return JSON.stringify({
    system,
    declared,
    provoked,
    cells: results.map(({ toolFailures: _form, ...cell }) => cell),
    ...(proof.formsDeclared > 0 && {
      forms_declared: proof.formsDeclared,
      forms_shown: proof.formsShown,
      forms: proof.forms.map(({ toolFailures: _form, ...shown }) => shown),
    }),
    undeclared,
    missing_fields: missingFields,
    ...(unclosed.length > 0 && { unclosed }),
    ...(stopped !== undefined && { stopped }),
    transports: proof.transports,
    eras: proof.eras,
    ...(proof.toolFailures !== undefined && { tool_failures: proof.toolFailures }),
  });
}
