import { describe, expect, it } from 'vitest';
import type { Exchange, Heard } from '../exchange.js';
import { Record } from './record.js';

const message = (text: string): Heard => ({ text, value: JSON.parse(text) as unknown, at: 1 });

function exchange(heard: readonly Heard[], sent = ['{"id":1}']): Exchange {
  const told = heard.slice(0, 1).map(({ text: body }) => ({
    status: 200,
    headers: {},
    body,
    ended: 'whole' as const,
  }));
  const rest = { told, state: 'open', at: 0, ms: 0 } as const;
  return { sent, heard, responses: heard, reply: heard.at(-1), ...rest };
}

const error = (size: number): Heard =>
  message(
    `{"data":"${'x'.repeat(size)}","jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}`,
  );

describe('a record', () => {
  it('keeps what is short as it is', () => {
    const record = new Record();
    const given = exchange([error(60_000)]);
    record.keep(given);
    expect(record.exchanges[0]).toBe(given);
    expect(record.own[0]).toBe(given);
  });

  it('keeps the beginning of what is long, and what its value says', () => {
    const record = new Record();
    record.keep(exchange([error(100_000), error(10)], ['x'.repeat(100_000)]));
    const [kept] = record.exchanges;
    expect(kept!.sent[0]).toHaveLength(65_536);
    expect(kept!.told[0]!.body).toHaveLength(65_536);
    expect(kept!.heard.map(({ text }) => text.length)).toEqual([65_536, error(10).text.length]);
    expect(kept!.heard[0]!.value).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -1, message: 'no' },
    });
    expect(kept!.responses).toEqual(kept!.heard);
    expect(kept!.responses[0]).toBe(kept!.heard[0]);
    expect(kept!.reply).toBe(kept!.heard[1]);
  });

  it('does not take what is no JSON for some', () => {
    const record = new Record();
    record.keep(exchange([{ text: 'x'.repeat(100_000), value: undefined, at: 1 }]));
    expect(record.exchanges[0]!.heard[0]!.value).toBeUndefined();
  });

  it('keeps outlines where there is much already, and short texts still as they are', () => {
    const record = new Record(10_000);
    record.keep(exchange([error(20_000)]));
    const many = Array.from({ length: 200 }, () => error(10));
    record.keep(exchange([error(5000), ...many, error(6000)]));
    const [first, second] = record.exchanges;
    expect(first!.heard[0]!.text).toBe(error(20_000).text);
    expect(second!.heard).toHaveLength(101);
    const outlined = second!.heard[0]!;
    expect(outlined.text.length).toBeLessThan(1000);
    expect(JSON.parse(outlined.text)).toEqual(outlined.value);
    expect(outlined.value).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code: -1 } });
    expect(second!.heard[1]!.text).toBe(error(10).text);
    expect(second!.reply).toBe(second!.heard[100]);
    expect(second!.told[0]!.body).toHaveLength(1000);
  });
});
