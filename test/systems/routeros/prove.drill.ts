import { useFolder } from '@errata/testing/lifetime';
import { beforeAll, describe, expect, it } from 'vitest';
import { ERAS, NUMBERS } from './testing/reply.js';
import { type Ended, type ProofJson, readProof, runErrata } from '@errata/testing/errata';

const folder = useFolder();

describe('errata prove routeros --json', () => {
  let ended: Ended;
  let proof: ProofJson;
  beforeAll(async () => {
    ended = await runErrata(['prove', 'routeros', '--json'], folder);
    proof = readProof(ended);
  });

  it('is complete: all 21 reasons were provoked, and nothing else was sent', () => {
    const { cells: _, ...rest } = proof;
    expect(rest).toEqual({
      system: 'routeros',
      declared: 21,
      provoked: 21,
      undeclared: [],
      missing_fields: [],
      transports: ['stdio', 'http'],
      eras: ['2025-11-25', '2026-07-28'],
    });
    expect(ended.code).toBe(0);
  });

  it('has every reason on every transport in every revision', () => {
    const provoked = new Set(
      proof.cells.map(({ reason, transport, era }) => [reason, transport, era].join()),
    );
    const wanted = Object.keys(NUMBERS).flatMap((reason) =>
      ['stdio', 'http'].flatMap((transport) => ERAS.map((era) => [reason, transport, era].join())),
    );
    expect([...provoked].sort()).toEqual(wanted.sort());
  });

  it.each(Object.keys(NUMBERS) as (keyof typeof NUMBERS)[])('has the numbers of %s', (reason) => {
    for (const { variant, code, era } of proof.cells.filter((cell) => cell.reason === reason)) {
      // Revision 2026-07-28 wants −32602 for a tool and for a resource that does not exist.
      const moved = ['tool', 'resource'].includes(variant ?? '') && era === '2026-07-28';
      expect({ variant, era, code }).toEqual({
        ...{ variant, era },
        code: moved ? -32602 : NUMBERS[reason][era],
      });
    }
  });

  it('provoked each by a real cause; only tokens are impossible, and only on stdio', () => {
    for (const { outcome, why } of proof.cells) {
      expect(['provoked', 'impossible']).toContain(outcome);
      expect(why).toMatch(/\S{3}/);
    }
    const impossible = proof.cells.filter(({ outcome }) => outcome === 'impossible');
    expect(new Set(impossible.map(({ transport }) => transport))).toEqual(new Set(['stdio']));
    const named = impossible.map(({ reason, variant }) => `${reason} ${variant}`);
    expect(new Set(named)).toEqual(
      new Set([
        'UNAUTHORIZED no token',
        'UNAUTHORIZED expired',
        'FORBIDDEN role',
        'FORBIDDEN scope',
      ]),
    );
  });

  it.each([
    ['FORBIDDEN', ['environment', 'flag', 'role', 'scope']],
    ['NOT_FOUND', ['device', 'plan', 'resource']],
    ['DEVICE_ERROR', ['failed', 'ignored', 'rejected']],
    ['VALIDATION_ERROR', ['many', 'one']],
  ])('provoked every variant of %s', (reason, variants) => {
    for (const era of ERAS) {
      const provoked = proof.cells.filter(
        (cell) => cell.reason === reason && cell.era === era && cell.transport === 'http',
      );
      expect(provoked.map(({ variant }) => variant).sort()).toEqual(variants);
      expect(new Set(provoked.map(({ outcome }) => outcome))).toEqual(new Set(['provoked']));
    }
  });
});

describe('a part of the proof', () => {
  it('is complete for what was selected', async () => {
    const selection = ['--reason', 'TIMEOUT', '--transport', 'stdio', '--era', '2025-11-25'];
    const ended = await runErrata(['prove', 'routeros', '--json', ...selection], folder);
    expect(readProof(ended)).toMatchObject({
      ...{ declared: 1, provoked: 1, transports: ['stdio'], eras: ['2025-11-25'] },
      cells: [{ reason: 'TIMEOUT', code: -32007, transport: 'stdio', outcome: 'provoked' }],
    });
    expect(ended.code).toBe(0);
  });

  it('is not complete where the selection has no way to provoke a reason', async () => {
    const selection = ['--reason', 'UNAUTHORIZED', '--transport', 'stdio'];
    const ended = await runErrata(['prove', 'routeros', '--json', ...selection], folder);
    const { declared, provoked, cells } = readProof(ended);
    expect({ declared, provoked }).toEqual({ declared: 1, provoked: 0 });
    expect(new Set(cells.map(({ outcome }) => outcome))).toEqual(new Set(['impossible']));
    expect(ended.code).toBe(1);
  });

  it.each([
    ['--reason', 'NO_SUCH_REASON'],
    ['--transport', 'pigeon'],
    ['--era', '1999-01-01'],
  ])('cannot be selected by a mistake: %s %s', async (flag, value) => {
    const { code, stdout, stderr } = await runErrata(
      ['prove', 'routeros', '--json', flag, value],
      folder,
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(value);
  });
});
