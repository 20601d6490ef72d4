import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventReader } from './event-reader.js';

function read(...chunks: string[]): string[] {
  const events: string[] = [];
  const push = createEventReader((data) => events.push(data));
  chunks.forEach(push);
  return events;
}

describe('createEventReader', () => {
  it.each([
    ['data: 1\n\ndata:2\n\n', ['1', '2']],
    ['data: 1\r\n\r\ndata: 2\r\n\r\n', ['1', '2']],
    ['data: 1\r\rdata: 2\r\r\n', ['1', '2']],
    ['data: a\ndata\ndata: b\n\n', ['a\n\nb']],
    ['data:  two spaces\n\n', [' two spaces']],
    [': a comment\nevent: message\nid: 7\nretry: 10\ndata: 1\n\n', ['1']],
    ['id: 7\ndata: \n\ndata: 1\n\n', ['1']],
    ['\n\n\ndata: 1\n\n\n\n', ['1']],
    ['database: 1\n\n', []],
    ['data: 1\n\ndata: not ended', ['1']],
    ['\ufeffdata: 1\n\n', ['1']],
    ['data: 1\n\n\ufeffdata: 2\n\n', ['1']],
  ])('reads %j', (text, events) => {
    expect(read(text)).toEqual(events);
  });

  it('emits an event as soon as its empty line arrives', () => {
    const events: string[] = [];
    const push = createEventReader((data) => events.push(data));
    push('data: 1\n');
    expect(events).toEqual([]);
    push('\n');
    expect(events).toEqual(['1']);
  });

  it('does not wait for the second half of a line end', () => {
    expect(read('data: 1\r\r')).toEqual(['1']);
    expect(read('data: 1\r\n\r')).toEqual(['1']);
    expect(read('data: 1\r', '', '\n', 'data: 2\r', '\n', '\r', '\n')).toEqual(['1\n2']);
  });

  it('reads the same events from any chunks', () => {
    const line = fc.constantFrom('data: {"id":1}', 'data:2', 'data', ': x', 'id: 1', '');
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 12 })
      .map((lines) => `${lines.flat().join('')}data: last\n\n`);
    fc.assert(
      fc.property(text, fc.array(fc.nat(40), { maxLength: 6 }), (whole, sizes) => {
        const chunks: string[] = [];
        let at = 0;
        for (const size of sizes) chunks.push(whole.slice(at, (at += size)));
        chunks.push(whole.slice(at));
        expect(read(...chunks)).toEqual(read(whole));
        expect(read(whole).at(-1)).toMatch(/last$/);
      }),
    );
  });
});
