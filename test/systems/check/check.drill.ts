import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { useFolder } from '@errata/testing/lifetime';
import { expect, it } from 'vitest';
import { ERRATA, runErrata } from '@errata/testing/errata';

const folder = useFolder();

/** A server of the MCP SDK with our edge in front. */
const SERVED = fileURLToPath(new URL('../../peers/fixtures/bare-server.js', import.meta.url));

/** One of SDK v2, on its own stdio transport. */
const GUARDED = fileURLToPath(new URL('../../../examples/guarded-server.js', import.meta.url));

interface Row {
  readonly name: string;
  readonly contract?: string;
  readonly command: readonly string[];
  /** What the literal contract does otherwise than the specification up to 2025-11-25, and declares; on 2026-07-28 nothing. */
  readonly declared: readonly string[];
}

const VALIDATION = 'mcp/2025-11-25/tools/validation-is-a-result';

const ROWS: readonly Row[] = [
  {
    name: 'routeros',
    contract: 'routeros',
    command: [ERRATA, 'serve', 'routeros'],
    declared: [
      VALIDATION,
      'mcp/2024-11-05/prompts/unknown-prompt-code',
      'mcp/2024-11-05/resources/unknown-resource-code',
      'mcp/2024-11-05/tools/unknown-tool-code',
    ],
  },
  {
    name: 'engram',
    contract: 'engram',
    command: [ERRATA, 'serve', 'engram'],
    declared: [VALIDATION],
  },
  {
    name: 'erlmcp',
    contract: 'erlmcp',
    command: [ERRATA, 'serve', 'erlmcp'],
    declared: [
      VALIDATION,
      'errata/codes/resource-code-elsewhere',
      'mcp/2024-11-05/lifecycle/unadvertised-capability',
      'mcp/2024-11-05/prompts/unknown-prompt-code',
      'mcp/2024-11-05/tools/unknown-tool-code',
      'mcp/2025-03-26/completion/unknown-prompt',
      'mcp/2025-11-25/basic/unreadable-id-omitted',
    ],
  },
  {
    name: 'sql-fun',
    contract: 'sql-fun',
    command: [
      ERRATA,
      'serve',
      'sql-fun',
      '--allow-context',
      'mcp',
      '--project',
      join(folder, 'shop'),
    ],
    declared: [VALIDATION],
  },
  { name: 'a guarded SDK v1 server', command: [SERVED, 'v1', 'stdio', 'guard'], declared: [] },
  { name: 'the guarded server of the examples', command: [GUARDED], declared: [] },
  { name: 'a served SDK v1 server', command: [SERVED, 'v1', 'stdio', 'serve'], declared: [] },
  { name: 'a served SDK v2 server', command: [SERVED, 'v2', 'stdio', 'serve'], declared: [] },
];

interface CheckJson {
  readonly targets: readonly [
    {
      readonly unreachable?: string;
      readonly contract?: { readonly findings: readonly { readonly why: string }[] };
      readonly eras: readonly {
        readonly era: string;
        readonly results: readonly {
          readonly id: string;
          readonly verdict: string;
          readonly why?: string;
        }[];
      }[];
    },
  ];
}

it.each(ROWS)('nothing is found in $name but what its contract declares', async (row) => {
  const home = join(folder, row.name.replaceAll(' ', '-'));
  mkdirSync(home);
  if (row.name === 'sql-fun') createShop();
  const flags = row.contract === undefined ? [] : ['--contract', row.contract];
  // The machine has much else to do while tests run.
  const args = ['check', '--json', '--timeout', '30000', ...flags, '--', process.execPath];
  const { stdout, stderr, code } = await runErrata([...args, ...row.command], home);
  expect(stdout, stderr).not.toBe('');
  const [target] = (JSON.parse(stdout) as CheckJson).targets;
  expect(target.unreachable).toBeUndefined();
  const idsWith = (verdicts: readonly string[]) =>
    target.eras.flatMap(({ era, results }) =>
      results
        .filter(({ verdict }) => verdicts.includes(verdict))
        .map(({ id, why }) => ({ era, id, why })),
    );
  expect(idsWith(['fail', 'warn'])).toEqual([]);
  expect(target.contract?.findings ?? []).toEqual([]);
  const declared = idsWith(['declared']);
  expect(declared.map(({ id }) => id).sort()).toEqual([...row.declared].sort());
  expect(new Set(declared.map(({ era }) => era))).toEqual(
    new Set(row.declared.length > 0 ? ['2025-11-25'] : []),
  );
  expect(code).toBe(0);
  if (row.name === 'sql-fun') await runErrata(['serve', 'sql-fun', '--stop'], home);
});

/** A project for sql-fun that shows everything. */
function createShop(): void {
  const shop = join(folder, 'shop');
  mkdirSync(shop);
  writeFileSync(
    join(shop, 'schema.develop.sql'),
    'CREATE TABLE users (id bigint PRIMARY KEY, name text NOT NULL);\n',
  );
  writeFileSync(join(shop, 'sql-fun.toml'), '[mcp.expose."*"]\ncolumns = "*"\n');
}
