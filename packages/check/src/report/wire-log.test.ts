import { describe, expect, it } from 'vitest';
import { exchangeOf, httpReplyOf } from './testing/build.js';
import { plainWire } from './to-junit.js';
import { wasAnswered, wireLog } from './wire-log.js';

describe('wireLog', () => {
  it('reports lines as they went', () => {
    const log = wireLog(exchangeOf(['a', 'b'], ['c']));
    expect(log).toEqual([
      { way: 'out', text: { text: 'a', length: 1 } },
      { way: 'out', text: { text: 'b', length: 1 } },
      { way: 'in', text: { text: 'c', length: 1 }, after: 1 },
    ]);
    expect(wasAnswered(log)).toBe(true);
    expect(wasAnswered(wireLog(exchangeOf(['a'], [])))).toBe(false);
  });

  it('tells a message inside of an answer of HTTP once, and one from elsewhere too', () => {
    const exchange = exchangeOf(['{}'], ['{"id":1}', '{"id":2}'], {
      httpRequests: [{ method: 'POST', path: '/mcp', headers: { accept: '*/*' } }],
      httpAnswers: [httpReplyOf(200, 'data: {"id":1}\n\n', { ended: 'cut' })],
    });
    expect(plainWire([exchange])).toEqual([
      'sent POST /mcp accept: */* {}',
      'got HTTP 200, cut off by the server content-type: application/json data: {"id":1}␊␊',
      'got {"id":2}',
    ]);
  });

  it('reports a request without a body, an empty line, and silence', () => {
    const get = exchangeOf([], [], { httpRequests: [{ method: 'GET', path: '/', headers: {} }] });
    expect(plainWire([get])).toEqual(['sent GET /', 'got nothing']);
    expect(plainWire([exchangeOf([''], [''])])).toEqual(['sent (empty)', 'got (empty)']);
  });

  it('names the length of what it cuts', () => {
    expect(plainWire([exchangeOf(['x'.repeat(102_400)], ['y'])])[0]).toBe(
      `sent ${'x'.repeat(4000)} … 102,400 characters`,
    );
  });
});
