import { useFolder } from '@errata/testing/lifetime';
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ended, nameOf, type ProofJson, readProof, runErrata } from '@errata/testing/errata';

const ERAS = ['2025-11-25', '2026-07-28'] as const;
const TRANSPORTS = ['stdio', 'tcp'] as const;

type Numbers = Readonly<Record<(typeof ERAS)[number], number>>;

/** The policy's examples with the five of JSON-RPC, and where revision 2026-07-28 puts them. */
const NUMBERS: Readonly<Record<string, Numbers>> = {
  PARSE_ERROR: { '2025-11-25': -32700, '2026-07-28': -32700 },
  INVALID_REQUEST: { '2025-11-25': -32600, '2026-07-28': -32600 },
  METHOD_NOT_FOUND: { '2025-11-25': -32601, '2026-07-28': -32601 },
  INVALID_PARAMS: { '2025-11-25': -32602, '2026-07-28': -32602 },
  INTERNAL_ERROR: { '2025-11-25': -32603, '2026-07-28': -32603 },
  SERVER_NOT_REACHABLE: { '2025-11-25': -32000, '2026-07-28': -31000 },
  INTERNAL_PANIC: { '2025-11-25': -32010, '2026-07-28': -31010 },
  SCHEMA_IO_FAILURE: { '2025-11-25': -32020, '2026-07-28': -31020 },
  INVALID_SCHEMA_SQL: { '2025-11-25': -32021, '2026-07-28': -31021 },
  MISSING_PARAMETER: { '2025-11-25': -32030, '2026-07-28': -31030 },
  INVALID_SQL: { '2025-11-25': -32031, '2026-07-28': -31031 },
  WRONG_TYPE: { '2025-11-25': -32032, '2026-07-28': -31032 },
  AMBIGUOUS_NAME: { '2025-11-25': -32033, '2026-07-28': -31033 },
  INVALID_LOGIC: { '2025-11-25': -32034, '2026-07-28': -31034 },
  MCP_NOT_ALLOWED: { '2025-11-25': -32040, '2026-07-28': -31040 },
  NOT_FOUND: { '2025-11-25': -32050, '2026-07-28': -31050 },
  TABLE_NOT_FOUND: { '2025-11-25': -32051, '2026-07-28': -31051 },
  COLUMN_NOT_FOUND: { '2025-11-25': -32052, '2026-07-28': -31052 },
  SCHEMA_NOT_FOUND: { '2025-11-25': -32053, '2026-07-28': -31053 },
};

/** Only a proxy can find nobody, or somebody else. */
const OF_THE_PROXY = [
  ...['no PID file', 'stale', 'refused', 'stranger', 'token', 'killed'],
  ...['not started', 'runtime folder'],
].map((variant) => `SERVER_NOT_REACHABLE ${variant}`);

const folder = useFolder();

const prove = (...args: string[]) => runErrata(['prove', 'sql-fun', '--json', ...args], folder);

describe('errata prove sql-fun --json', () => {
  let ended: Ended;
  let proof: ProofJson;
  beforeAll(async () => {
    ended = await prove();
    proof = readProof(ended);
  });

  it('is complete: all 19 reasons were provoked, and nothing else was sent', () => {
    const { cells, ...rest } = proof;
    expect(cells.filter(({ outcome }) => outcome === 'missed')).toEqual([]);
    expect(rest).toEqual({
      ...{ system: 'sql-fun', declared: 19, provoked: 19, undeclared: [], missing_fields: [] },
      ...{ transports: TRANSPORTS, eras: ERAS },
    });
    expect(ended.code).toBe(0);
  });

  it.each(Object.keys(NUMBERS))('has %s in every cell, under its number', (reason) => {
    const cells = proof.cells.filter((cell) => cell.reason === reason);
    const places = cells.map(({ transport, era }) => `${transport} ${era}`);
    expect(new Set(places).size).toBe(TRANSPORTS.length * ERAS.length);
    for (const cell of cells) expect(cell.code).toBe(NUMBERS[reason]![cell.era]);
  });

  it('reports how far it has come', () => {
    const last = ended.stderr.trimEnd().split('\n').at(-1)!;
    expect(last).toMatch(new RegExp(`^${proof.cells.length}/${proof.cells.length} `));
  });

  it('provoked each by a real cause, and says of some why they cannot be', () => {
    for (const { outcome, why } of proof.cells) {
      expect(['provoked', 'impossible']).toContain(outcome);
      expect(why).toMatch(/\S{3}/);
    }
    const impossible = proof.cells
      .filter(({ outcome }) => outcome === 'impossible')
      .map((cell) => `${nameOf(cell)} on ${cell.transport} ${cell.era}`);
    const onTcp = [
      ...OF_THE_PROXY,
      ...['INVALID_PARAMS tool', 'INVALID_PARAMS arguments', 'INVALID_REQUEST handshake'],
      'MCP_NOT_ALLOWED server',
    ];
    const onStdio = [
      ...['token', 'hello', 'shutdown'].map((variant) => `MCP_NOT_ALLOWED ${variant}`),
    ];
    expect(impossible.sort()).toEqual(
      [
        ...ERAS.flatMap((era) => [
          ...onTcp.map((name) => `${name} on tcp ${era}`),
          ...onStdio.map((name) => `${name} on stdio ${era}`),
        ]),
        'INVALID_REQUEST handshake on stdio 2026-07-28',
      ].sort(),
    );
  });

  it.each([
    ['PARSE_ERROR', ['encoding', 'truncated']],
    ['INVALID_REQUEST', ['empty batch', 'handshake', 'id', 'too large', 'version']],
    [
      'SERVER_NOT_REACHABLE',
      [
        ...['killed', 'no PID file', 'not started', 'queue', 'refused', 'runtime folder', 'stale'],
        ...['stranger', 'token'],
      ],
    ],
    ['INTERNAL_PANIC', ['deadline', 'worker']],
    [
      'SCHEMA_IO_FAILURE',
      ['config', 'directory', 'missing', 'permission', 'query file', 'removed'],
    ],
    ['INVALID_SCHEMA_SQL', ['NUL', 'edited', 'encoding', 'syntax']],
    ['MISSING_PARAMETER', ['NUL', 'missing', 'too long', 'type', 'unknown']],
    ['INVALID_SQL', ['count', 'nesting', 'syntax']],
    ['WRONG_TYPE', ['arguments', 'condition', 'operator']],
    ['AMBIGUOUS_NAME', ['alias', 'column']],
    ['INVALID_LOGIC', ['grouping', 'position']],
    [
      'MCP_NOT_ALLOWED',
      [
        ...['analysis', 'column', 'context', 'file', 'hello', 'namespace', 'no column'],
        ...['no table', 'server', 'shutdown', 'table', 'token'],
      ],
    ],
    ['NOT_FOUND', ['function', 'table as view', 'type', 'view']],
    ['TABLE_NOT_FOUND', ['describe_table', 'get_columns', 'validate_query']],
    ['COLUMN_NOT_FOUND', ['alias', 'read', 'written']],
    ['SCHEMA_NOT_FOUND', ['list_objects', 'select_schema', 'validate_query']],
  ])('tried every cause of %s in every cell', (reason, variants) => {
    for (const era of ERAS) {
      for (const transport of TRANSPORTS) {
        const tried = proof.cells.filter(
          (cell) => cell.reason === reason && cell.era === era && cell.transport === transport,
        );
        expect(tried.map(({ variant }) => variant).sort()).toEqual(variants);
      }
    }
  });

  it('leaves nothing in the home of the one who asks for it', () => {
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a part of the proof', () => {
  it.each([
    ['SERVER_NOT_REACHABLE', 'stdio'],
    ['INTERNAL_PANIC', 'tcp'],
  ])(
    'is complete for %s alone on %s',
    async (reason, transport) => {
      const args = ['--reason', reason, '--transport', transport, '--era', '2026-07-28'];
      const ended = await prove(...args);
      const { cells } = readProof(ended);
      expect(cells.length).toBeGreaterThan(1);
      expect(cells.filter(({ outcome }) => outcome !== 'provoked')).toEqual([]);
      expect(ended.code).toBe(0);
    },
    120_000,
  );
});
