import { describe, expect, it } from 'vitest';
import { describeListing } from './fields.js';

const line = (index: number) => `row ${index}`;
const items = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('describeListing', () => {
  it('is the first line and a line per row', () => {
    expect(describeListing({ first: 'two', items: items(2), line, total: 2 })).toBe(
      'two\nrow 0\nrow 1',
    );
  });

  it('shows 50 rows and tells where the others are', () => {
    const lines = describeListing({ first: 'many', items: items(60), line, total: 60 }).split('\n');
    expect(lines).toHaveLength(52);
    expect(lines.at(-1)).toBe('… 10 more in the structured content');
  });

  it('reports how many were not asked for, and how to get them', () => {
    const lines = describeListing({
      first: 'many',
      ...{ items: items(60), line },
      total: 100,
      more: 'a higher limit',
    }).split('\n');
    expect(lines.slice(-2)).toEqual([
      '… 10 more in the structured content',
      '… 40 more on request: a higher limit',
    ]);
  });
});
