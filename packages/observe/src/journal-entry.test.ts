import { describe, expect, it } from 'vitest';
import { encodeEntry, LONGEST_LINE, parseEntry } from './journal-entry.js';
import { observed, shop } from './testing/shop.js';

const TIME = '2026-07-28T00:00:00.000Z';
const { record } = observed(new Error('outer', { cause: new Error('inner') }));

describe('encodeEntry', () => {
  it('writes what parseEntry reads', () => {
    const line = encodeEntry(record, TIME);
    expect(line).not.toContain('\n');
    expect(parseEntry(line)).toEqual({ time: TIME, ...record });
  });

  it('leaves out the stacks first', () => {
    const stack = 'at x\n'.repeat(LONGEST_LINE / 8);
    const causes = [1, 2, 3].map((n) => ({ name: 'Error', message: `cause ${n}`, stack }));
    const entry = parseEntry(encodeEntry({ ...record, causes, stack }, TIME));
    expect(entry).toMatchObject({ shortened: true, context: record.context, ref: record.ref });
    expect(entry!.causes.map(({ message }) => message)).toEqual(['cause 1', 'cause 2', 'cause 3']);
    expect(entry!.causes.some((cause) => 'stack' in cause) || 'stack' in entry!).toBe(false);
  });

  it('then cuts long texts, and stays below the limit', () => {
    const much = '€'.repeat(LONGEST_LINE / 8);
    const causes = Array.from({ length: 16 }, () => ({ name: 'Error', message: much }));
    const line = encodeEntry(
      {
        ...record,
        request_id: much,
        tool_name: much,
        method: much,
        details: much,
        debug: much,
        context: { much },
        causes,
      },
      TIME,
    );
    expect(Buffer.byteLength(line)).toBeLessThan(LONGEST_LINE);
    expect(parseEntry(line)).toMatchObject({ ref: record.ref, shortened: true, context: {} });
  });

  it('survives a context that has no JSON form', () => {
    const context: Record<string, unknown> = { big: 1n };
    context['self'] = context;
    expect(parseEntry(encodeEntry({ ...record, context }, TIME))).toMatchObject({ context: {} });
  });
});

describe('parseEntry', () => {
  const entry = { time: TIME, ...observed(shop.NOT_PAID()).record };

  it('reads an entry, also one with members of a later version', () => {
    expect(parseEntry(JSON.stringify({ ...entry, later: 1 }))).toMatchObject(entry);
  });

  it.each([
    ['a torn line', JSON.stringify(entry).slice(0, -5)],
    ['no object', '[]'],
    ['nothing', 'null'],
    ['somebody else’s line', '{"level":30,"msg":"hello"}'],
    ['a wrong ref', JSON.stringify({ ...entry, ref: 'corr-1' })],
    ['no time', JSON.stringify({ ...entry, time: undefined })],
    ['a context that is none', JSON.stringify({ ...entry, context: [] })],
    ['causes that are none', JSON.stringify({ ...entry, causes: [{ name: 'x' }] })],
    ['a code that is no number', JSON.stringify({ ...entry, error_code: '-32010' })],
  ])('ignores %s', (_, line) => expect(parseEntry(line)).toBeUndefined());
});
