import { excerpt } from '../text/cells.js';
import type { CheckedSource, SqlFinding } from './check-files.js';
import type { CheckFormat, CheckIo } from './check-io.js';

export interface CheckReport {
  readonly findings: readonly SqlFinding[];
  readonly sources: readonly CheckedSource[];
  /** How many findings the baseline has; they are not shown. */
  readonly known: number;
  /** How many notes are not shown: of what could not be checked. */
  readonly hiddenNotes?: number;
}

type Shown = Pick<CheckReport, 'findings' | 'sources'>;
type Screen = Pick<CheckIo, 'columns' | 'colors'>;
type Format = (report: CheckReport, screen: Screen) => string;

export const FORMATS: Readonly<Record<CheckFormat, Format>> = {
  text(report, screen) {
    const isRed = countOf(report.findings, 'error') > 0;
    const summary = isRed ? screen.colors.red(summaryOf(report)) : summaryOf(report);
    return `${renderFindings(report, screen)}${summary}\n`;
  },
  json({ findings, sources }) {
    const counts = { files: sources.length, statements: sum(sources, statementsOf) };
    return `${JSON.stringify({ findings: findings.map(findingJson), ...counts })}\n`;
  },
  github: ({ findings }) => findings.map(githubLine).join(''),
  sarif: ({ findings }) => `${JSON.stringify(sarif(findings), null, 2)}\n`,
  junit({ findings, sources }) {
    const suites = sources.map(({ file }) => suite(file, findings));
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="errata sql check">\n${suites.join('')}</testsuites>\n`;
  },
  gcc: ({ findings }) =>
    findings
      .map((one) => `${placeOf(one)}: ${one.severity}: ${oneLine(sentence(one))} [${one.reason}]\n`)
      .join(''),
};

/** `3 errors, 1 warning in 2 of 14 files (57 statements)` */
export function summaryOf({ findings, sources, known, hiddenNotes = 0 }: CheckReport): string {
  const [warnings, notes] = [countOf(findings, 'warning'), countOf(findings, 'note')];
  const touched = new Set(findings.map(({ file }) => file)).size;
  const fragments = sum(sources, (one) => one.fragments);
  const counts = [
    counted(countOf(findings, 'error'), 'error'),
    warnings > 0 && counted(warnings, 'warning'),
    notes > 0 && counted(notes, 'note'),
  ];
  const more = [
    counted(sum(sources, statementsOf), 'statement'),
    known > 0 && `${known} known`,
    fragments > 0 && `${counted(fragments, 'fragment')} skipped`,
    hiddenNotes > 0 && `${counted(hiddenNotes, 'note')} not shown: --notes`,
  ];
  const where = `${touched === 0 ? '' : `${touched} of `}${counted(sources.length, 'file')}`;
  return `${counts.filter(Boolean).join(', ')} in ${where} (${more.filter(Boolean).join(', ')})`;
}

export const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
const countOf = (findings: readonly SqlFinding[], wanted: SqlFinding['severity']) =>
  findings.filter(({ severity }) => severity === wanted).length;
const statementsOf = ({ statements }: CheckedSource): number => statements.length;
const sum = <T>(all: readonly T[], count: (one: T) => number): number =>
  all.reduce((total, one) => total + count(one), 0);
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
const placeOf = ({ file, line, column }: SqlFinding): string =>
  line === null ? file : `${file}:${line}:${column}`;
const withCode = ({ reason, code }: SqlFinding) => (code === null ? reason : `${reason} (${code})`);
const named = ({ query, message }: SqlFinding): string => `${query ? `${query}: ` : ''}${message}`;
const meantBy = ({ didYouMean }: SqlFinding): string =>
  didYouMean.length === 0 ? '' : `did you mean ${didYouMean.join(' or ')}?`;
const sentence = (finding: SqlFinding): string =>
  `${named(finding)}${finding.didYouMean.length === 0 ? '' : ` (${meantBy(finding)})`}`;

export function findingJson(finding: SqlFinding) {
  const { file, line, column, severity, reason, code, sqlstate, message, didYouMean } = finding;
  const did_you_mean = didYouMean.length === 0 ? null : didYouMean;
  return { file, line, column, severity, reason, code, sqlstate, message, did_you_mean };
}

/** Findings for people: where, what, the line with a caret. */
export function renderFindings({ findings, sources }: Shown, { columns, colors }: Screen): string {
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const paint = { error: colors.red, warning: colors.yellow, note: colors.cyan };
  const blocks = findings.map((one) => [
    `${colors.bold(placeOf(one))} ${paint[one.severity](one.severity)} ${withCode(one)}`,
    ...wrapped(named(one), columns),
    ...caret(one, texts.get(one.file) ?? '', columns).map(colors.dim),
    ...wrapped(meantBy(one), columns),
  ]);
  return blocks.map((lines) => `${lines.join('\n')}\n\n`).join('');
}

const INDENT = '  ';

function caret({ line, column, offset }: SqlFinding, text: string, columns: number): string[] {
  if (line === null || column === null || offset === undefined) return [];
  // The number of the line, its frame and two ellipses.
  const room = columns - INDENT.length - String(line).length - 6;
  const lines = excerpt(text, { line, column, offset }, Math.max(20, room)).split('\n');
  return lines.map((each) => INDENT + each);
}

/** Lines of words, moved in. A word that is longer than a line is not broken: it may be a name to copy. */
function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(INDENT + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function githubLine(finding: SqlFinding): string {
  const { file, line, column, severity } = finding;
  const command = severity === 'note' ? 'notice' : severity;
  const place = line === null ? '' : `,line=${line},col=${column}`;
  const [path, title] = [file, withCode(finding)].map((text) => escaped(text, /[%\r\n:,]/g));
  return `::${command} file=${path}${place},title=${title}::${escaped(sentence(finding), /[%\r\n]/g)}\n`;
}

const escaped = (text: string, characters: RegExp): string =>
  text.replaceAll(characters, (one) => encodeURIComponent(one));

function sarif(findings: readonly SqlFinding[]): object {
  const rules = [...new Set(findings.map(({ reason }) => reason))].sort();
  const results = findings.map((finding) => {
    const { file, line, column, severity, reason, code, sqlstate, query } = finding;
    const artifactLocation = { uri: file.split('/').map(encodeURIComponent).join('/') };
    const region = line !== null && { region: { startLine: line, startColumn: column } };
    const location = { physicalLocation: { artifactLocation, ...region } };
    const logicalLocations = [{ name: query, kind: 'function' }];
    return {
      ...{ ruleId: reason, ruleIndex: rules.indexOf(reason), level: severity },
      message: { text: sentence(finding) },
      locations: [query === undefined ? location : { ...location, logicalLocations }],
      properties: { code, sqlstate },
    };
  });
  const tool = { driver: { name: 'errata sql check', rules: rules.map((id) => ({ id })) } };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool, columnKind: 'unicodeCodePoints', results }],
  };
}

/** JUnit: a suite for each file, a test for each finding. A warning passes and is printed. */
function suite(file: string, all: readonly SqlFinding[]): string {
  const findings = all.filter((one) => one.file === file);
  const tests = findings.map(testcase);
  if (tests.length === 0) tests.push(`<testcase name="no findings" classname="${xml(file)}"/>`);
  const lines = tests.map((test) => `    ${test}\n`).join('');
  const count = `tests="${tests.length}" failures="${countOf(findings, 'error')}" errors="0" skipped="0"`;
  return `  <testsuite name="${xml(file)}" ${count}>\n${lines}  </testsuite>\n`;
}

function testcase(finding: SqlFinding): string {
  const { file, line, column, severity, reason, message, query } = finding;
  const name = `${query ? `${query} ` : ''}${reason}${line === null ? '' : `:${line}:${column}`}`;
  const text = [placeOf(finding), message, meantBy(finding)].filter(Boolean).join('\n');
  const inside =
    severity === 'error'
      ? `<failure type="${xml(reason)}" message="${xml(oneLine(message))}">${xml(text)}</failure>`
      : `<system-out>${xml(`${severity}: ${text}`)}</system-out>`;
  return `<testcase name="${xml(name)}" classname="${xml(file)}">${inside}</testcase>`;
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

/** Characters that XML cannot hold become U+FFFD. */
const xml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (one) => ENTITIES[one as keyof typeof ENTITIES]);
