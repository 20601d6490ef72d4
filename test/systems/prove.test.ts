import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runErrata } from './testing/errata.js';

const folder = mkdtempSync(join(tmpdir(), 'errata-prove-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Cell {
  readonly reason: string;
  readonly variant?: string;
  readonly outcome: string;
}

interface Row {
  readonly system: string;
  readonly transport: string;
  readonly declared: number;
  readonly impossible: readonly string[];
  readonly more?: { readonly forms_declared: number; readonly forms_shown: number };
}

/** One transport in one revision; `prove.drill.ts` of each system proves all of them. */
const ROWS: readonly Row[] = [
  {
    ...{ system: 'routeros', transport: 'http', declared: 21 },
    impossible: [],
  },
  {
    ...{ system: 'engram', transport: 'http', declared: 19 },
    more: { forms_declared: 12, forms_shown: 12 },
    impossible: ['INVALID_PARAM_VALUE method'],
  },
  {
    ...{ system: 'erlmcp', transport: 'tcp', declared: 16 },
    impossible: ['VALIDATION_FAILED arguments'],
  },
  {
    ...{ system: 'sql-fun', transport: 'stdio', declared: 15 },
    impossible: [
      ...['INTERNAL_ERROR connections', 'MCP_NOT_ALLOWED token'],
      ...['MCP_NOT_ALLOWED hello', 'MCP_NOT_ALLOWED shutdown'],
    ],
  },
];

it.concurrent.each(ROWS)(
  'errata prove $system reaches all $declared declared failures over $transport by real causes',
  async ({ system, transport, declared, impossible, more }) => {
    const home = join(folder, system);
    mkdirSync(home);
    const where = ['--transport', transport, '--era', '2025-11-25'];
    const ended = await runErrata(['prove', system, '--json', ...where], home);
    const proof = JSON.parse(ended.stdout.trimEnd().split('\n').at(-1)!) as { cells: Cell[] };
    const { cells, forms: _forms, ...rest } = proof as typeof proof & { forms?: unknown };
    expect(cells.filter(({ outcome }) => outcome === 'missed')).toEqual([]);
    expect(rest).toEqual({
      ...{ system, declared, provoked: declared, undeclared: [], missing_fields: [] },
      ...{ transports: [transport], eras: ['2025-11-25'], ...more },
    });
    const names = cells
      .filter((cell) => cell.outcome === 'impossible' && !isForWantOfMount(cell))
      .map(({ reason, variant }) => `${reason} ${variant}`);
    expect(names.sort()).toEqual([...impossible].sort());
    expect(ended.stderr).toContain(`${cells.length + (more?.forms_shown ?? 0)}/`);
    expect(ended.code).toBe(0);
    expect(readdirSync(home)).toEqual([]);
  },
);

/** A full disk needs a mount of its own, which not every machine allows. */
function isForWantOfMount({ reason, variant }: Cell): boolean {
  return reason === 'LOGBOOK_DB_UNAVAILABLE' && variant === 'full';
}
