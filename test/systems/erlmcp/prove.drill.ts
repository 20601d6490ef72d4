import { useFolder } from '@errata/testing/lifetime';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ended, nameOf, type ProofJson, readProof, runErrata } from '@errata/testing/errata';

const ERAS = ['2025-11-25', '2026-07-28'] as const;
const TRANSPORTS = ['stdio', 'http', 'tcp'] as const;

type Numbers = Readonly<Record<(typeof ERAS)[number], number>>;

/** VALID_ERROR_CODES of the contract, and where revision 2026-07-28 puts them. */
const NUMBERS: Readonly<Record<string, Numbers>> = {
  PARSE_ERROR: { '2025-11-25': -32700, '2026-07-28': -32700 },
  INVALID_REQUEST: { '2025-11-25': -32600, '2026-07-28': -32600 },
  METHOD_NOT_FOUND: { '2025-11-25': -32601, '2026-07-28': -32601 },
  INVALID_PARAMS: { '2025-11-25': -32602, '2026-07-28': -32602 },
  INTERNAL_ERROR: { '2025-11-25': -32603, '2026-07-28': -32603 },
  RESOURCE_NOT_FOUND: { '2025-11-25': -32001, '2026-07-28': -32602 },
  TOOL_NOT_FOUND: { '2025-11-25': -32002, '2026-07-28': -32602 },
  PROMPT_NOT_FOUND: { '2025-11-25': -32003, '2026-07-28': -32602 },
  CAPABILITY_NOT_SUPPORTED: { '2025-11-25': -32004, '2026-07-28': -32601 },
  NOT_INITIALIZED: { '2025-11-25': -32005, '2026-07-28': -31005 },
  SUBSCRIPTION_FAILED: { '2025-11-25': -32006, '2026-07-28': -31006 },
  VALIDATION_FAILED: { '2025-11-25': -32007, '2026-07-28': -31007 },
  TRANSPORT_ERROR: { '2025-11-25': -32008, '2026-07-28': -31008 },
  TIMEOUT: { '2025-11-25': -32009, '2026-07-28': -31009 },
  RATE_LIMITED: { '2025-11-25': -32010, '2026-07-28': -31010 },
  TOOL_DESCRIPTION_TOO_LONG: { '2025-11-25': -32011, '2026-07-28': -31011 },
};

const folder = useFolder();

const prove = (...args: string[]) => runErrata(['prove', 'erlmcp', '--json', ...args], folder);

describe('errata prove erlmcp --json', () => {
  let ended: Ended;
  let proof: ProofJson;
  beforeAll(async () => {
    ended = await prove();
    proof = readProof(ended);
  });

  it('is complete: all 16 reasons were provoked, and nothing else was sent', () => {
    const { cells, ...rest } = proof;
    expect(cells.filter(({ outcome }) => outcome === 'missed')).toEqual([]);
    expect(rest).toEqual({
      ...{ system: 'erlmcp', declared: 16, provoked: 16, undeclared: [], missing_fields: [] },
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

  it('provoked each by a real cause, and says of six why it cannot be', () => {
    for (const { outcome, why } of proof.cells) {
      expect(['provoked', 'impossible']).toContain(outcome);
      expect(why).toMatch(/\S{3}/);
    }
    const impossible = proof.cells
      .filter(({ outcome }) => outcome === 'impossible')
      .map((cell) => `${nameOf(cell)} on ${cell.transport} ${cell.era}`);
    expect(impossible.sort()).toEqual(
      [
        ...TRANSPORTS.flatMap((transport) => [
          `INVALID_PARAMS arguments on ${transport} 2026-07-28`,
          `VALIDATION_FAILED arguments on ${transport} 2025-11-25`,
          `CAPABILITY_NOT_SUPPORTED sampling on ${transport} 2026-07-28`,
          `NOT_INITIALIZED on ${transport} 2026-07-28`,
        ]),
        ...ERAS.map((era) => `INTERNAL_ERROR stopped on http ${era}`),
      ].sort(),
    );
  });

  it.each([
    ['PARSE_ERROR', ['encoding', 'truncated']],
    ['INVALID_REQUEST', ['empty batch', 'id', 'too large', 'version']],
    ['INVALID_PARAMS', ['arguments', 'path', 'uri']],
    ['INTERNAL_ERROR', ['disk', 'stopped']],
    ['RESOURCE_NOT_FOUND', ['deleted', 'unknown']],
    ['TOOL_NOT_FOUND', ['removed', 'unknown']],
    ['CAPABILITY_NOT_SUPPORTED', ['resources', 'sampling']],
    ['VALIDATION_FAILED', ['arguments', 'duplicate', 'output']],
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
});

describe('a part of the proof', () => {
  it.each(['PARSE_ERROR', 'RATE_LIMITED'])('is complete for %s alone', async (reason) => {
    const ended = await prove('--reason', reason, '--transport', 'tcp', '--era', '2026-07-28');
    const { cells } = readProof(ended);
    expect(new Set(cells.map(({ outcome }) => outcome))).toEqual(new Set(['provoked']));
    expect(ended.code).toBe(0);
  });
});
