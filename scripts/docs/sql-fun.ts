import { sqlFun, SQL_FUN_CATEGORIES } from '@errata/catalogs/sql-fun';
import type { Cell } from '@errata/prove';
import { codeText, firstSentence, markdownTable, type Parts } from './markdown.js';
import {
  adviceOf,
  argumentTexts,
  fieldTexts,
  memberTexts,
  modernNumber,
  placesOf,
} from './reference.js';
import { METHODS } from '../../systems/sql-fun/src/methods/index.js';
import { createSqlFunSystem } from '../../systems/sql-fun/lab/index.js';

type Definition = (typeof sqlFun.definitions)[number];

/** In the order of the policy: its own codes by number, then those of JSON-RPC. */
const DEFINITIONS: readonly Definition[] = [...sqlFun.definitions].sort((a, b) => b.code - a.code);

/** The generated parts of docs/systems/sql-fun.md, by the name in their mark. */
export const PARTS = {
  tools: () =>
    markdownTable(
      ['tool', 'what it does', 'arguments', '`structuredContent`'],
      Object.values(METHODS).map(({ name, description, inputSchema, outputSchema }) => [
        codeText(name),
        firstSentence(description),
        argumentTexts(inputSchema),
        memberTexts(outputSchema),
      ]),
    ),
  categories: () =>
    markdownTable(
      ['X', 'category', 'what is in it', 'codes'],
      SQL_FUN_CATEGORIES.map(({ x, category, title, description }) => [
        ...[String(x), title, description],
        DEFINITIONS.filter((definition) => definition.category === category)
          .map(({ code }) => code)
          .join(' '),
      ]),
    ),
  reasons: () =>
    markdownTable(
      ['reason', 'code', '2026-07-28', 'message', '`data`', 'what to do'],
      DEFINITIONS.map((definition) => [
        ...[codeText(definition.reason), String(definition.code), modernNumber(definition)],
        ...[definition.title, fieldTexts(definition.fields), adviceOf(definition, ADVICE)],
      ]),
    ),
  causes() {
    // Nothing is started: only what the provocations say of themselves is read.
    const { provocations } = createSqlFunSystem(['errata']);
    return markdownTable(
      ['code', 'reason', 'cause', 'only'],
      DEFINITIONS.flatMap(({ reason, code }) =>
        provocations
          .filter((provocation) => provocation.reason === reason)
          .map(({ cause, impossible }) => [
            ...[String(code), codeText(reason), cause, describePlace(impossible)],
          ]),
      ),
    );
  },
} as const satisfies Parts;

/** What to do about a failure whose own advice depends on the occurrence, or that has none. */
const ADVICE: Readonly<Record<string, string>> = {
  SERVER_NOT_REACHABLE: '`details` has the reason: see [troubleshooting](#troubleshooting)',
  INTERNAL_PANIC:
    'Retry once. If it fails again, send a smaller query, and report the name to the operator',
  SCHEMA_IO_FAILURE:
    'Check the file or folder of `target` and `name`; `error_type` is the error of the operating system',
  MISSING_PARAMETER: 'Correct the parameter `name` as `details` says',
  MCP_NOT_ALLOWED:
    'Use what `list_objects` lists, or [expose more](#what-mcp-may-see); for the target `context`, `--allow-context mcp`',
  COLUMN_NOT_FOUND: 'Use one of the names in `details`, or call `get_columns`',
};

/** Where a cause is possible, if not everywhere; of one that never is, why. */
export function describePlace(impossible?: (cell: Cell) => string | undefined): string {
  const places = placesOf(['stdio', 'tcp'], impossible);
  const [first] = places;
  if (first === undefined) {
    return `nowhere: ${impossible?.({ transport: 'stdio', era: '2025-11-25' })}`;
  }
  const { transport, era } = first;
  return [
    ...(places.some((cell) => cell.transport !== transport) ? [] : [PLACES[transport]]),
    ...(places.some((cell) => cell.era !== era) ? [] : [PLACES[era]]),
  ].join(', ');
}

const PLACES: Readonly<Record<string, string>> = {
  tcp: 'TCP',
  stdio: 'the proxy',
  '2025-11-25': 'up to 2025-11-25',
  '2026-07-28': '2026-07-28',
};
