import { describe, expect, it } from 'vitest';
import type { CheckFormat } from './check-io.js';
import type { CheckedSource, SqlFinding } from './check-files.js';
import { FORMATS, summaryOf, type CheckReport } from './formats.js';

const FINDING: SqlFinding = {
  ...{ file: 'q/a b,c:1.sql', line: 2, column: 8, severity: 'error', reason: 'COLUMN_NOT_FOUND' },
  ...{
    code: -32052,
    sqlstate: '42703',
    didYouMean: ['email', 'mail'],
    query: 'GetUser',
    offset: 9,
  },
  message: '100% <wrong>\n::error::"x" & \u0007',
};
const WARNING: SqlFinding = {
  ...{ file: 'd.sql', line: 1, column: 1, severity: 'warning', reason: 'NO_WHERE', offset: 0 },
  ...{ code: null, sqlstate: null, message: 'DELETE without WHERE.', didYouMean: [] },
};
const WHOLE: SqlFinding = { ...WARNING, line: null, column: null, severity: 'note', reason: 'X' };

const TEXT = `-- x\nSELECT ${'emial, '.repeat(40)}1`;

function sourcesOf(files: readonly string[], statements: number, fragments = 0) {
  return files.map((file, index) => ({
    ...{ file, text: TEXT, findings: [], includes: [] },
    statements: Array(index === 0 ? statements : 0) as CheckedSource['statements'],
    fragments: index === 0 ? fragments : 0,
  }));
}

const reportOf = (
  findings: readonly SqlFinding[],
  more: Partial<CheckReport> = {},
): CheckReport => ({
  ...{ findings, sources: sourcesOf(['q/a b,c:1.sql', 'd.sql', 'e.sql'], 57), known: 0 },
  ...more,
});

const same = (text: string) => text;
const colors = { bold: same, dim: same, red: same, yellow: same, cyan: same };

const render = (format: CheckFormat, findings: readonly SqlFinding[], columns = 80) =>
  FORMATS[format](reportOf(findings), { columns, colors });

describe('formats', () => {
  it('escapes for GitHub', () => {
    expect(render('github', [FINDING, WARNING, WHOLE])).toBe(
      '::error file=q/a b%2Cc%3A1.sql,line=2,col=8,title=COLUMN_NOT_FOUND (-32052)::GetUser: 100%25 <wrong>%0A::error::"x" & \u0007 (did you mean email or mail?)\n' +
        '::warning file=d.sql,line=1,col=1,title=NO_WHERE::DELETE without WHERE.\n' +
        '::notice file=d.sql,title=X::DELETE without WHERE.\n',
    );
  });

  it('has one line for each finding as compilers do', () => {
    expect(render('gcc', [FINDING, WHOLE])).toBe(
      'q/a b,c:1.sql:2:8: error: GetUser: 100% <wrong> ::error::"x" & \u0007 (did you mean email or mail?) [COLUMN_NOT_FOUND]\n' +
        'd.sql: note: DELETE without WHERE. [X]\n',
    );
  });

  it('is SARIF', () => {
    const [run] = (JSON.parse(render('sarif', [FINDING, WHOLE])) as { runs: object[] }).runs;
    expect(run).toMatchObject({
      tool: { driver: { rules: [{ id: 'COLUMN_NOT_FOUND' }, { id: 'X' }] } },
      columnKind: 'unicodeCodePoints',
      results: [
        {
          ...{ ruleId: 'COLUMN_NOT_FOUND', ruleIndex: 0, level: 'error' },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'q/a%20b%2Cc%3A1.sql' },
                region: { startLine: 2, startColumn: 8 },
              },
              logicalLocations: [{ name: 'GetUser' }],
            },
          ],
        },
        {
          ruleIndex: 1,
          level: 'note',
          locations: [{ physicalLocation: { artifactLocation: { uri: 'd.sql' } } }],
        },
      ],
    });
  });

  it('is JUnit', () => {
    expect(render('junit', [FINDING, WARNING])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="errata sql check">
  <testsuite name="q/a b,c:1.sql" tests="1" failures="1" errors="0" skipped="0">
    <testcase name="GetUser COLUMN_NOT_FOUND:2:8" classname="q/a b,c:1.sql"><failure type="COLUMN_NOT_FOUND" message="100% &lt;wrong&gt; ::error::&quot;x&quot; &amp; \ufffd">q/a b,c:1.sql:2:8
100% &lt;wrong&gt;
::error::&quot;x&quot; &amp; \ufffd
did you mean email or mail?</failure></testcase>
  </testsuite>
  <testsuite name="d.sql" tests="1" failures="0" errors="0" skipped="0">
    <testcase name="NO_WHERE:1:1" classname="d.sql"><system-out>warning: d.sql:1:1
DELETE without WHERE.</system-out></testcase>
  </testsuite>
  <testsuite name="e.sql" tests="1" failures="0" errors="0" skipped="0">
    <testcase name="no findings" classname="e.sql"/>
  </testsuite>
</testsuites>
`);
  });

  it.each([60, 80])('fits into %d columns', (columns) => {
    const long = { ...FINDING, message: 'word '.repeat(60), offset: 100 };
    const lines = render('text', [long], columns).split('\n');
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    expect(lines.length).toBeGreaterThan(8);
  });

  it.each<[Partial<CheckReport>, readonly SqlFinding[], string]>([
    [{}, [], '0 errors in 3 files (57 statements)'],
    [{}, [FINDING, FINDING, WARNING], '2 errors, 1 warning in 2 of 3 files (57 statements)'],
    [
      { sources: sourcesOf(['d.sql'], 1) },
      [WARNING],
      '0 errors, 1 warning in 1 of 1 file (1 statement)',
    ],
    [
      { known: 2, sources: sourcesOf(['a', 'b', 'd.sql'], 57, 1) },
      [WHOLE],
      '0 errors, 1 note in 1 of 3 files (57 statements, 2 known, 1 fragment skipped)',
    ],
  ])('sums up a run', (more, findings, expected) => {
    expect(summaryOf(reportOf(findings, more))).toBe(expected);
  });
});
