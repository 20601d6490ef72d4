import { describe, expect, it } from 'vitest';
import { ReplyCollector } from './reply-collector.js';
import { createLog } from './link-log.js';
import { kindOf } from './messages.js';

const long = (id: number) => `{"id":${id},"result":{"list":[${'{},'.repeat(300_000)}{}]}}`;

describe('collected messages', () => {
  it('is a message with its value, however long it is', () => {
    const message = new ReplyCollector().read(`{"a":"${'x'.repeat(3_000_000)}","id":7}`, 1);
    expect(message.text).toHaveLength(1_048_576);
    expect(message.value).toMatchObject({ id: 7 });
  });

  it('is outlined where there is much of it, and is still what it was', () => {
    const collector = new ReplyCollector();
    const all = Array.from({ length: 20 }, (_, id) => collector.read(long(id), 0));
    const lengths = all.map(({ text }) => text.length);
    expect(lengths[0]).toBe(long(0).length);
    expect(lengths.at(-1)).toBeLessThan(1000);
    expect(all.map(({ value }) => (value as { id: number }).id)).toEqual([...all.keys()]);
    expect(all.every((message) => kindOf(message) === 'response')).toBe(true);
    const small = collector.read('{"id":1,"result":{}}', 0);
    expect(small.text).toBe('{"id":1,"result":{}}');
  });
});

describe('a log', () => {
  it('keeps the beginning of a long text, and of many of them what they are', () => {
    const log = createLog();
    for (let id = 0; id < 30; id += 1) log.add('in', long(id), 0);
    log.add('in', `no JSON ${'x'.repeat(100_000)}`, 0);
    log.add('in', '{"id":1,"result":{}}', 0);
    const texts = log.events.map(({ text }) => text);
    expect(texts[0]).toBe(long(0).slice(0, 65_536));
    expect(JSON.parse(texts[29]!)).toMatchObject({ id: 29, result: {} });
    expect(texts[29]!.length).toBeLessThan(1000);
    // A reader of the log takes a text of this length for a cut one.
    expect(texts[30]).toHaveLength(65_536);
    expect(texts[31]).toBe('{"id":1,"result":{}}');
  });
});
