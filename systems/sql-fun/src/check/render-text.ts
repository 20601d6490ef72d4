import { excerpt } from '../text/index.js';
import type { Colors } from './check-io.js';
import type { Finding } from './finding.js';
import { meantBy, summaryOf, type CheckReport } from './report.js';

export interface TextOptions {
  readonly columns: number;
  readonly colors: Colors;
}

/** Findings for people: where, what, the line with a caret. */
export function renderText(report: CheckReport, options: TextOptions): string {
  const failed = report.findings.some(({ severity }) => severity === 'error');
  const summary = summaryOf(report);
  return `${renderFindings(report, options)}${failed ? options.colors.red(summary) : summary}\n`;
}

export function renderFindings(
  { findings, sources }: Omit<CheckReport, 'known'>,
  options: TextOptions,
): string {
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  return findings
    .map((finding) => `${renderFinding(finding, texts.get(finding.file) ?? '', options)}\n\n`)
    .join('');
}

function renderFinding(finding: Finding, text: string, { columns, colors }: TextOptions): string {
  const { file, line, column, severity, reason, code, message, offset, query } = finding;
  const color = { error: colors.red, warning: colors.yellow, note: colors.cyan }[severity];
  const place = line === null ? file : `${file}:${line}:${column}`;
  const number = code === null ? '' : ` (${code})`;
  const meant = meantBy(finding);
  return [
    `${colors.bold(place)} ${color(severity)} ${reason}${number}`,
    ...wrapped(query === undefined ? message : `${query}: ${message}`, columns),
    ...(offset === undefined ? [] : caret(finding, text, columns).map(colors.dim)),
    ...(meant === undefined ? [] : wrapped(meant, columns)),
  ].join('\n');
}

const INDENT = '  ';

function caret({ line, column, offset }: Finding, text: string, columns: number): string[] {
  // The number of the line, its frame and two ellipses.
  const room = columns - INDENT.length - String(line).length - 6;
  const place = { line: line!, column: column!, offset: offset! };
  return excerpt(text, place, Math.max(20, room))
    .split('\n')
    .map((each) => INDENT + each);
}

/** Lines of words, moved in. A word that is longer than a line is not broken: it may be a name to copy. */
function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && INDENT.length + line.length + 1 + word.length > columns) {
      lines.push(INDENT + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, INDENT + line];
}
