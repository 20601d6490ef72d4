import type { Meaning } from '@errata/catalogs/collisions';
import { describe, expect, it } from 'vitest';
import { eraLabel, groupByName, groupEras } from './meanings.js';

const meaning = (
  who: string,
  name: string,
  text: string,
  more: Partial<Meaning> = {},
): Meaning => ({
  code: -32001,
  who,
  kind: 'implementation',
  name,
  meaning: text,
  where: 'wire',
  eras: ['2025-11-25'],
  ...more,
});

describe('groupByName', () => {
  it('takes spellings of a name together, but not the wire with what never gets there', () => {
    const groups = groupByName([
      meaning('A', 'NOT_FOUND', 'x'),
      meaning('B', 'NotFound', 'x'),
      meaning('C', 'NotFound', 'x', { where: 'local' }),
    ]);
    expect(groups.map(({ name, who, remarks }) => ({ name, who, remarks }))).toEqual([
      { name: 'NOT_FOUND', who: ['A', 'B'], remarks: [] },
      { name: 'NotFound', who: ['C'], remarks: ['never on the wire'] },
    ]);
  });

  it('leaves out a text that only repeats the name, and says whose the others are', () => {
    const [group] = groupByName([
      meaning('A', 'ResourceNotFound', 'A resource was not found'),
      meaning('B', 'ResourceNotFound', 'No such URI'),
    ]);
    expect(group!.texts).toEqual(['B: No such URI']);
  });

  it('says a text that all share once, without their names', () => {
    const [group] = groupByName([meaning('A', 'X', 'gone'), meaning('B', 'X', 'gone')]);
    expect(group!.texts).toEqual(['gone']);
  });

  it('remarks what is not simply in use, and collects the strategies', () => {
    const [group] = groupByName([
      meaning('A', 'X', 'gone', { status: 'retired', eras: ['2026-07-28'] }),
      meaning('A', 'X', 'gone', { strategy: 'fix_and_retry' }),
      meaning('B', 'X', 'gone', { strategy: 'fix_and_retry' }),
    ]);
    expect(group).toMatchObject({
      who: ['A', 'B'],
      remarks: ['retired in 2026-07-28'],
      strategies: ['fix_and_retry'],
    });
  });
});

describe('eraLabel', () => {
  it.each([
    [
      ['jsonrpc', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
      'every era',
    ],
    [['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'], 'every MCP revision'],
    [
      ['jsonrpc', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'],
      'jsonrpc, 2024-11-05 to 2025-11-25',
    ],
    [['2024-11-05', '2025-03-26'], '2024-11-05, 2025-03-26'],
    [['2024-11-05', '2026-07-28'], '2024-11-05, 2026-07-28'],
    [['2026-07-28'], '2026-07-28'],
    [['jsonrpc'], 'jsonrpc'],
  ] as const)('reports %j as %j', (eras, label) => expect(eraLabel(eras)).toBe(label));
});

describe('groupEras', () => {
  it('groups eras with the same meaning', () => {
    const said = (era: string) => (era === '2025-03-26' ? 'b' : 'a');
    expect(groupEras(['jsonrpc', '2025-03-26', '2026-07-28'], said, String)).toEqual([
      { eras: ['jsonrpc', '2026-07-28'], meaning: 'a' },
      { eras: ['2025-03-26'], meaning: 'b' },
    ]);
  });
});
