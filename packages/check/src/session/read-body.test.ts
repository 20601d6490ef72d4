import { describe, expect, it } from 'vitest';
import { EventReader, readBody } from './http-session.js';

const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

/** Bodies of event streams, and their events. */
const BODIES: readonly (readonly [string, readonly string[]])[] = [
  ['', []],
  [': only a comment\n\n', []],
  ['data: 1\n\ndata:2\n\n', ['1', '2']],
  ['data: 1\r\n\r\ndata: 2\r\n\r\n', ['1', '2']],
  ['data: 1\r\rdata: 2\r\r', ['1', '2']],
  ['data: 1\r\n\rdata: 2\n\r\n', ['1', '2']],
  ['event: message\rid: 7\rdata: {\rdata: }\r\r', ['{\n}']],
  ['\uFEFFdata: 1\n\n', ['1']],
  ['data: a\ndata\ndata: b\n\n', ['a\n\nb']],
  ['data:  two spaces\n\n', [' two spaces']],
  ['data: 1\n\n\n\ndata: never ended', ['1', 'never ended']],
  ['dataset: x\n\n', []],
];

describe('an event stream', () => {
  it.each(BODIES)('%j has the events %j', (body, events) => {
    expect(readBody({ status: 200, headers: STREAM, body })).toEqual(events);
  });

  it.each(BODIES)('%j has them also where it comes letter by letter', (body, events) => {
    const message: string[] = [];
    const reader = new EventReader((data) => void message.push(data));
    for (const letter of body) reader.take(letter);
    reader.finish();
    expect(message).toEqual(events);
  });

  it('shows an event of one line before it is over', () => {
    const reader = new EventReader(() => undefined);
    reader.take('data: 1');
    expect(reader.begun).toBeUndefined();
    reader.take('\n');
    expect(reader.begun).toBe('1');
    reader.take('data: 2\n');
    expect(reader.begun).toBeUndefined();
  });
});

describe('any other body', () => {
  it.each([
    ['{"a":1}', ['{"a":1}']],
    [' \n', []],
  ])('%j is %j', (body, texts) => {
    expect(readBody({ status: 200, headers: { 'content-type': 'a/b' }, body })).toEqual(texts);
  });
});
