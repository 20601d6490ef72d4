import type { Finding } from './finding.js';
import { sentence } from './render-lines.js';
import type { CheckReport } from './report.js';

/** Findings as SARIF 2.1.0, for code scanning. */
export function renderSarif({ findings }: CheckReport): string {
  const rules = [...new Set(findings.map(({ reason }) => reason))].sort();
  const run = {
    tool: { driver: { name: 'errata sql check', rules: rules.map((id) => ({ id })) } },
    columnKind: 'unicodeCodePoints',
    results: findings.map((finding) => resultOf(finding, rules)),
  };
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return `${JSON.stringify({ $schema, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

function resultOf(finding: Finding, rules: readonly string[]): object {
  const { file, line, column, severity, reason, code, sqlstate, query } = finding;
  return {
    ruleId: reason,
    ruleIndex: rules.indexOf(reason),
    level: severity,
    message: { text: sentence(finding) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          ...(line !== null && { region: { startLine: line, startColumn: column } }),
        },
        ...(query !== undefined && { logicalLocations: [{ name: query, kind: 'function' }] }),
      },
    ],
    properties: { code, sqlstate },
  };
}

function uriOf(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}
