import type { Meaning } from '@errata/catalogs';
import { describe, expect, it } from 'vitest';
import { groupByName } from './name-groups.js';

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
