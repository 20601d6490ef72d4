import { describe, expect, it } from 'vitest';
import type { WireExchange, ReceivedMessage } from '../exchange.js';
import { RunRecord } from './record.js';

const message = (text: string): ReceivedMessage => ({
  text,
  value: JSON.parse(text) as unknown,
  at: 1,
});

function exchange(received: readonly ReceivedMessage[], sent = ['{"id":1}']): WireExchange {
  const httpAnswers = received.slice(0, 1).map(({ text: body }) => ({
    status: 200,
    headers: {},
    body,
    ended: 'whole' as const,
  }));
  const rest = { httpAnswers, state: 'open', at: 0, ms: 0 } as const;
  return { sent, received, responses: received, reply: received.at(-1), ...rest };
}

const error = (size: number): ReceivedMessage =>
  message(
    `{"data":"${'x'.repeat(size)}","jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}`,
  );

describe('a record', () => {
  it('keeps what is short as it is', () => {
    const record = new RunRecord();
    const given = exchange([error(60_000)]);
    record.keep(given);
    expect(record.exchanges[0]).toBe(given);
    expect(record.own[0]).toBe(given);
  });

  it('keeps the beginning of what is long, and what its value says', () => {
    const record = new RunRecord();
    record.keep(exchange([error(100_000), error(10)], ['x'.repeat(100_000)]));
    const [kept] = record.exchanges;
    expect(kept!.sent[0]).toHaveLength(65_536);
    expect(kept!.httpAnswers[0]!.body).toHaveLength(65_536);
    expect(kept!.received.map(({ text }) => text.length)).toEqual([65_536, error(10).text.length]);
    expect(kept!.received[0]!.value).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -1, message: 'no' },
    });
    expect(kept!.responses).toEqual(kept!.received);
    expect(kept!.responses[0]).toBe(kept!.received[0]);
    expect(kept!.reply).toBe(kept!.received[1]);
  });

  it('does not read text that is not JSON as JSON', () => {
    const record = new RunRecord();
    record.keep(exchange([{ text: 'x'.repeat(100_000), value: undefined, at: 1 }]));
    expect(record.exchanges[0]!.received[0]!.value).toBeUndefined();
  });

  it('keeps outlines where there is much already, and short texts still as they are', () => {
    const record = new RunRecord(10_000);
    record.keep(exchange([error(20_000)]));
    const many = Array.from({ length: 200 }, () => error(10));
    record.keep(exchange([error(5000), ...many, error(6000)]));
    const [first, second] = record.exchanges;
    expect(first!.received[0]!.text).toBe(error(20_000).text);
    expect(second!.received).toHaveLength(101);
    const outlined = second!.received[0]!;
    expect(outlined.text.length).toBeLessThan(1000);
    expect(JSON.parse(outlined.text)).toEqual(outlined.value);
    expect(outlined.value).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code: -1 } });
    expect(second!.received[1]!.text).toBe(error(10).text);
    expect(second!.reply).toBe(second!.received[100]);
    expect(second!.httpAnswers[0]!.body).toHaveLength(1000);
  });
});
