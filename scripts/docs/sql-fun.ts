import { sqlFun, SQL_FUN_CATEGORIES } from '@errata/catalogs/sql-fun';
import { projectNumber } from '@errata/core/internal';
import type { JsonSchema } from '@errata/kit';
import type { Cell } from '@errata/prove';
import { codeText, codeTexts, firstSentence, markdownTable } from './markdown.js';
import { insertParts, type Parts } from './markdown.js';
import { METHODS } from '../../systems/sql-fun/src/methods/index.js';
import { createSqlFunSystem } from '../../systems/sql-fun/lab/index.js';

type Definition = (typeof sqlFun.definitions)[number];

/** In the order of the policy: its own codes by number, then those of JSON-RPC. */
const DEFINITIONS: readonly Definition[] = [...sqlFun.definitions].sort((a, b) => b.code - a.code);

/** The generated parts of docs/systems/sql-fun.md, by the name in their mark. */
export const PARTS = {
  tools: () =>
    markdownTable(
      ['tool', 'what it answers', 'arguments', '`structuredContent`'],
      Object.values(METHODS).map(({ name, description, inputSchema, outputSchema }) => [
        codeText(name),
        firstSentence(description),
        membersOf(inputSchema)
          .map(([member, shape]) => `${codeText(member)}: ${typeOf(shape)}`)
          .join('; '),
        codeTexts(membersOf(outputSchema).map(([member]) => member)),
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
      DEFINITIONS.map(({ condition, ...definition }) => {
        const { reason, code, title, fields, suggestion } = definition;
        const known = typeof condition === 'function' ? undefined : condition;
        const advice = ADVICE[reason] ?? suggestion;
        if (typeof advice !== 'string') throw new TypeError(`no advice for ${reason}`);
        const members = fields
          .filter(({ name }) => !/[.[]/.test(name))
          .map(({ name, required }) => (required === true ? name : `${name}?`));
        return [
          ...[codeText(reason), String(code)],
          String(projectNumber(definition, known, '2026-07-28')),
          ...[title, codeTexts(members), advice],
        ];
      }),
    ),
  causes() {
    // Nothing is started: only what the provocations say of themselves is read.
    const { provocations } = createSqlFunSystem(['errata']);
    return markdownTable(
      ['code', 'reason', 'what has happened', 'only'],
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

/** The page with its generated parts as they are now. */
export const insertReference = (page: string): string => insertParts(page, PARTS);

/** What to do about a failure whose own advice depends on the occurrence, or that has none. */
const ADVICE: Readonly<Record<string, string>> = {
  SERVER_NOT_REACHABLE: '`details` has the reason: see [troubleshooting](#troubleshooting)',
  INTERNAL_PANIC: 'Ask again; if it comes again, ask for less, and tell the operator the name',
  SCHEMA_IO_FAILURE:
    'Look at the file or folder that `target` and `name` tell; `error_type` says what the system said of it',
  MISSING_PARAMETER: 'Correct the parameter that `name` has, as `details` says',
  MCP_NOT_ALLOWED:
    'Use what `list_objects` lists, or [expose more](#what-mcp-may-see); for the target `context`, `--allow-context mcp`',
  COLUMN_NOT_FOUND: 'Take one of the names in `details`, or ask `get_columns`',
};

/** The members of an object, with a question mark where one may be missing. */
function membersOf({ properties, required }: JsonSchema): (readonly [string, JsonSchema])[] {
  const isRequired = (name: string) => (required as readonly string[]).includes(name);
  return Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
    ([name, schema]) => [isRequired(name) ? name : `${name}?`, schema] as const,
  );
}

function typeOf(schema: JsonSchema): string {
  const { type = 'anything', enum: words, items, default: preset, minimum, maximum } = schema;
  const kind = items === undefined ? String(type) : `list of ${typeOf(items as JsonSchema)}`;
  const isRange = minimum !== undefined && maximum !== undefined;
  return [
    Array.isArray(words) ? words.join('/') : kind,
    ...(isRange ? [`${Number(minimum)} to ${Number(maximum)}`] : []),
    ...(preset === undefined ? [] : [`default ${String(preset)}`]),
  ].join(', ');
}

const TRANSPORTS = ['stdio', 'tcp'] as const;
const ERAS = ['2025-11-25', '2026-07-28'] as const;

/** Where a cause can be met, if not everywhere; of one that never can be, why. */
export function describePlace(impossible?: (cell: Cell) => string | undefined): string {
  const cells = TRANSPORTS.flatMap((transport) => ERAS.map((era) => ({ transport, era })));
  const met = cells.filter((cell) => impossible?.(cell) === undefined);
  if (met.length === 0) return `nowhere: ${impossible?.(cells[0]!)}`;
  const [transport, ...transports] = new Set(met.map((cell) => cell.transport));
  const [era, ...eras] = new Set(met.map((cell) => cell.era));
  return [
    ...(transports.length > 0 ? [] : [transport === 'tcp' ? 'TCP' : 'the proxy']),
    ...(eras.length > 0 ? [] : [era === '2026-07-28' ? era : 'up to 2025-11-25']),
  ].join(', ');
}
