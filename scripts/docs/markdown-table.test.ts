import { describe, expect, it } from 'vitest';
import { format } from 'prettier';
import { firstSentence, markdownTable } from './markdown.js';

describe('markdownTable', () => {
  const table = markdownTable(
    ['reason', '说明', 'n'],
    [
      ['`POLICY_REJECT`', '策略拒绝（取决于策略）', '1'],
      ['a|b', 'ends with …', ''],
      ['<user>', '`<user>` <= 5', ''],
    ],
  );

  it('is what the formatter leaves, also with wide characters', async () => {
    expect(`${table}\n`).toBe(await format(table, { parser: 'markdown' }));
  });

  it('does not let a bar begin another cell', () => {
    expect(table).toContain('| a\\|b ');
  });
});

describe('a word in angle brackets', () => {
  it('stays a word', () => {
    const [, , row] = markdownTable(['a', 'b'], [['private:<user>', '`<user>`']]).split('\n');
    expect(row).toBe('| private:\\<user> | `<user>` |');
  });
});

describe('firstSentence', () => {
  it('ends at the first full stop that ends something', () => {
    expect(firstSentence('Node 20.19 or newer. Nothing else.')).toBe('Node 20.19 or newer.');
  });

  it('is all of a text without one', () => expect(firstSentence('No stop')).toBe('No stop'));
});
