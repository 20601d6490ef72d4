import { readFileSync } from 'node:fs';
import { peersFolder } from './installed.js';

export type Revision = '2025-11-25' | '2026-07-28';

/** The server scenarios that a revision requires, from the list that the suite ships. */
export function requiredScenarios(revision: Revision): readonly string[] {
  const file = `${peersFolder}node_modules/@modelcontextprotocol/conformance/requirements/${revision}.yaml`;
  const lines = readFileSync(file, 'utf8').split('\n');
  const start = lines.indexOf('server:') + 1;
  const rest = lines.slice(start);
  const end = rest.findIndex((line) => /^\w/.test(line));
  return rest
    .slice(0, end)
    .filter((line) => line.startsWith('  - '))
    .map((line) => line.slice(4).trim());
}
