import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineReader } from './read-lines.js';

const TEXTS = ['{"id":1}', '{"name":"Zoë 🜂"}', '', '{"id":"é"}\r', '\r', '[1,2]', '"last"'];
const EXPECTED = ['{"id":1}', '{"name":"Zoë 🜂"}', '{"id":"é"}', '[1,2]', '"last"'];

/** What a reader makes of chunks, as texts; a problem as its id. */
function readAll(chunks: readonly Uint8Array[], maxBytes = 1000): (string | undefined)[] {
  const reader = new LineReader(maxBytes);
  const seen: (string | undefined)[] = [];
  const take = () => {
    for (let line = reader.next(); line !== undefined; line = reader.next()) {
      seen.push(line instanceof Uint8Array ? Buffer.from(line).toString() : `too large ${line.id}`);
    }
  };
  for (const chunk of chunks) {
    reader.push(chunk);
    take();
  }
  reader.end();
  take();
  return seen;
}

const cutAt = (bytes: Buffer, ...at: readonly number[]): Buffer[] => {
  const places = [0, ...[...at].sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
};

describe('lines', () => {
  it.each(['', '\n'])('are the same wherever the bytes are cut (ending in %j)', (end) => {
    const bytes = Buffer.from(TEXTS.join('\n') + end);
    for (let at = 0; at <= bytes.length; at++) {
      expect(readAll(cutAt(bytes, at))).toEqual(EXPECTED);
    }
  });

  it('are the same for any chunks, also if chunks arrive before lines are read', () => {
    const bytes = Buffer.from(TEXTS.join('\n'));
    const cuts = fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 });
    fc.assert(
      fc.property(cuts, (at) => {
        const chunks = cutAt(bytes, ...at);
        expect(readAll(chunks)).toEqual(EXPECTED);
        const reader = new LineReader(1000);
        for (const chunk of chunks) reader.push(chunk);
        reader.end();
        for (const text of EXPECTED) {
          expect(Buffer.from(reader.next() as Uint8Array).toString()).toBe(text);
        }
        expect(reader.next()).toBeUndefined();
        expect(reader.next()).toBeUndefined();
      }),
    );
  });

  it.each(['', '\r'])('may have as many bytes as the limit, before %j', (end) => {
    const fits = '{"id":12345}';
    const text = Buffer.from(`${fits}${end}\n{"id":123456}${end}\n${fits}${end}`);
    for (let at = 0; at <= text.length; at++) {
      expect(readAll(cutAt(text, at), 12)).toEqual([fits, 'too large 123456', fits]);
    }
  });
});

describe('a line that is too long', () => {
  const MB = 1024 * 1024;

  it.each(['first', 'last'])('is not kept, and its id is found where it comes %s', (place) => {
    const id = '"id":7';
    const [head, tail] =
      place === 'first' ? [`{${id},"params":{"a":"`, '"}}'] : ['{"params":{"a":"', `"},${id}}`];
    const reader = new LineReader(MB);
    let most = 0;
    const push = (chunk: Buffer) => {
      reader.push(chunk);
      const line = reader.next();
      most = Math.max(most, reader.kept);
      return line;
    };
    expect(push(Buffer.from(head))).toBeUndefined();
    for (let i = 0; i < 160; i++) expect(push(Buffer.alloc(65_536, 'x'))).toBeUndefined();
    expect(push(Buffer.from(`${tail}\n{"id":8}\n`))).toMatchObject({
      problem: 'too-large',
      id: '7',
    });
    expect(Buffer.from(reader.next() as Uint8Array).toString()).toBe('{"id":8}');
    expect(reader.kept).toBeLessThanOrEqual(4096);
    expect(most).toBeGreaterThan(MB / 2);
    expect(most).toBeLessThanOrEqual(MB + 1);
  });

  it('is found in one chunk too', () => {
    const text = Buffer.from(`{"id":1,"p":["${'x'.repeat(100)}"]}\n{"id":2}`);
    expect(readAll([text], 50)).toEqual(['too large 1', '{"id":2}']);
  });

  it('is reported at the end of input, if that comes first', () => {
    expect(readAll([Buffer.from(`{"id":1,"p":["${'x'.repeat(100)}`)], 50)).toEqual(['too large 1']);
  });

  it('allocates at most twice its bytes if they arrive one by one', () => {
    const reader = new LineReader(MB);
    for (let i = 0; i < 20_000; i++) {
      reader.push(Buffer.of(0x20));
      expect(reader.next()).toBeUndefined();
    }
    expect(reader.kept).toBeLessThanOrEqual(40_000);
  });
});
