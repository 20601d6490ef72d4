import { clipText } from '@errata/core/fault';
import { provocationName } from './define-system.js';
import type { Outcome, Proof, Result } from './proof.js';
import type { Cell } from './system.js';

export interface RenderOptions {
  /** How wide the text may be. */
  readonly columns: number;
  /** Whether a terminal shows colours. */
  readonly colors?: boolean;
}

const MARKS: Readonly<Record<Outcome, string>> = { provoked: '✓', impossible: '–', missed: '✗' };
const COLORS: Readonly<Record<Outcome, number>> = { provoked: 32, impossible: 90, missed: 31 };

/** A proof for people: a table of reasons and cells, then everything that is not as it should be. Of a stopped one, only that. */
export function renderProof(proof: Proof, { columns, colors = false }: RenderOptions): string {
  const paint = (text: string, color: number): string =>
    colors ? `\u001b[${color}m${text}\u001b[0m` : text;
  const tell = (lines: readonly string[], color: number): string[] =>
    lines.flatMap((line) => wrap(line, columns).map((part) => paint(part, color)));
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
      ...tell([...reasonsWhy(proof, 'missed'), ...flaws], COLORS.missed),
      ...wrap(`Stopped after ${done} of ${total}; nothing is said about the rest.`, columns),
    ].join('\n');
  }
  return [
    ...table(proof, columns, paint),
    '',
    ...tell(reasonsWhy(proof, 'impossible'), COLORS.impossible),
    ...tell(reasonsWhy(proof, 'missed'), COLORS.missed),
    ...tell(flaws, COLORS.missed),
    ...tell(neverProved(proof), COLORS.missed),
    ...tell([summary(proof)], complete ? COLORS.provoked : COLORS.missed),
  ].join('\n');
}

type Paint = (text: string, color: number) => string;

function table({ results, transports, eras }: Proof, columns: number, paint: Paint): string[] {
  const cells = transports.flatMap((transport) => eras.map((era) => ({ transport, era })));
  const rows = [...new Set(results.map(provocationName))];
  const first = Math.max(0, ...rows.map((name) => name.length)) + 2;
  const width = Math.max(11, ...transports.map((transport) => transport.length + 1));
  // A table that does not fit is a list.
  if (first + cells.length * width > columns) return list(results, columns, paint);
  const head = (texts: readonly string[]): string =>
    (' '.repeat(first) + texts.map((text) => text.padEnd(width)).join('')).trimEnd();
  return [
    head(cells.map(({ transport }) => transport)),
    head(cells.map(({ era }) => era)),
    ...rows.map((name) => {
      const marks = cells.map((cell) => {
        const found = results.find((each) => isIn(each, cell) && provocationName(each) === name);
        if (found === undefined) return ' '.repeat(width);
        const text = `${MARKS[found.outcome]} ${found.code}`.padEnd(width);
        return paint(text, COLORS[found.outcome]);
      });
      return (name.padEnd(first) + marks.join('')).trimEnd();
    }),
  ];
}

function list(results: readonly Result[], columns: number, paint: Paint): string[] {
  return results.map((result) => {
    const { outcome, code } = result;
    const line = `${MARKS[outcome]} ${provocationName(result)} ${code}, ${cellName(result)}`;
    return paint(clipText(line, columns), COLORS[outcome]);
  });
}

/** Each sentence once, with the cells that it is about. */
function reasonsWhy({ results }: Proof, outcome: Outcome): string[] {
  const cells = new Map<string, string[]>();
  for (const result of results.filter((each) => each.outcome === outcome)) {
    const sentence = `${provocationName(result)}\0${result.why}`;
    cells.set(sentence, [...(cells.get(sentence) ?? []), cellName(result)]);
  }
  return [...cells].map(([sentence, where]) => {
    const [name, why] = sentence.split('\0');
    return `${outcome} ${name} on ${where.join(' and ')}: ${why}`;
  });
}

/** Reasons that nobody missed, and that no cell has shown. */
function neverProved({ results }: Proof): string[] {
  const possible = new Set(
    results.filter(({ outcome }) => outcome !== 'impossible').map(({ reason }) => reason),
  );
  const never = results.filter(({ reason }) => !possible.has(reason)).map(({ reason }) => reason);
  return [...new Set(never)].map((reason) => `not proved ${reason}: impossible everywhere`);
}

function summary({ system, declared, provoked, results, complete }: Proof): string {
  const count = (outcome: Outcome): number =>
    results.filter((each) => each.outcome === outcome).length;
  const tried = `${count('provoked')} provoked, ${count('impossible')} impossible, ${count('missed')} missed`;
  const verdict = complete ? 'complete' : 'NOT complete';
  return `${system}: ${provoked} of ${declared} declared failures (${tried}): ${verdict}`;
}

/** Broken between words, and indented after the first line; a word that is too long is cut. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= columns) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(clipText(last === undefined ? word : `  ${word}`, columns));
    }
  }
  return lines;
}

function strayName({ code, reason }: { code: number | null; reason?: string }): string {
  const number = code === null ? 'no number' : String(code);
  return reason === undefined ? number : `${reason} (${number})`;
}

function cellName({ transport, era }: Cell): string {
  return `${transport} ${era}`;
}

function isIn(result: Result, { transport, era }: Cell): boolean {
  return result.transport === transport && result.era === era;
}
