import type { Finding } from './finding.js';
import { oneLine } from './render-lines.js';
import { meantBy, type CheckReport } from './report.js';

/** Findings as JUnit XML: a suite for each file, a test for each finding. A warning passes and is printed. */
export function renderJunit({ findings, sources }: CheckReport): string {
  const suites = sources.map(({ file }) =>
    suite(
      file,
      findings.filter((one) => one.file === file),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="errata sql check">\n${suites.join('')}</testsuites>\n`;
}

function suite(file: string, findings: readonly Finding[]): string {
  const failures = findings.filter(({ severity }) => severity === 'error').length;
  const tests =
    findings.length === 0
      ? `    <testcase name="no findings" classname="${xml(file)}"/>\n`
      : findings.map(testcase).join('');
  const count = `tests="${Math.max(1, findings.length)}" failures="${failures}" errors="0" skipped="0"`;
  return `  <testsuite name="${xml(file)}" ${count}>\n${tests}  </testsuite>\n`;
}

function testcase(finding: Finding): string {
  const { file, line, column, severity, reason, message, query } = finding;
  const place = line === null ? '' : `:${line}:${column}`;
  const name = `${query === undefined ? '' : `${query} `}${reason}${place}`;
  const text = [`${file}${place}`, message, meantBy(finding)]
    .filter((part) => part !== undefined)
    .join('\n');
  const inside =
    severity === 'error'
      ? `<failure type="${xml(reason)}" message="${xml(oneLine(message))}">${xml(text)}</failure>`
      : `<system-out>${xml(`${severity}: ${text}`)}</system-out>`;
  return `    <testcase name="${xml(name)}" classname="${xml(file)}">${inside}</testcase>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Characters that XML cannot hold become U+FFFD. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);
}
