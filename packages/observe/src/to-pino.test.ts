import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { callText, observed, openShop, shop } from './testing/shop.js';
import { toPino } from './to-pino.js';

/** A real logger, and the lines that it wrote. */
function createLogger() {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { logger: pino(stream), lines };
}

describe('toPino', () => {
  it('writes the record as the merging object, with the literal keys of the contract', () => {
    const { logger, lines } = createLogger();
    const tools = { order: () => shop.WAREHOUSE_DOWN({ warehouse: 'north' }) };
    const reply = openShop({ tools, onFault: toPino(logger) }).receive(callText('order'));
    const { id } = JSON.parse(reply as string) as { id: number };
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 50,
      event: 'tool_error',
      ref: expect.stringMatching(/^corr-[0-9a-f]{16}$/),
      request_id: String(id),
      tool_name: 'order',
      error_code: -32010,
      mcp_error_code: 'WAREHOUSE_DOWN',
      details: 'No answer from north',
      domain: 'shop',
      recovery_strategy: 'retry_with_backoff',
      retry_after: 60,
      effect: 'none',
      context: { warehouse: 'north' },
      msg: 'WAREHOUSE_DOWN: No answer from north',
    });
  });

  it.each([
    ['fix_and_retry', shop.WRONG_SIZE({ size: 'XXL' }), 40],
    ['user_action_required', shop.NOT_PAID(), 40],
    ['retry_with_backoff', shop.WAREHOUSE_DOWN({ warehouse: 'north' }), 50],
    ['report_and_abort', new Error('nobody expected this'), 50],
  ])('logs %s at the level of the one who has to act', (strategy, thrown, level) => {
    const { logger, lines } = createLogger();
    const { record, fault } = observed(thrown);
    toPino(logger)(record, fault);
    expect(lines).toMatchObject([{ recovery_strategy: strategy, level }]);
  });

  it('logs a failure outside tool calls as rpc_error', () => {
    const { logger, lines } = createLogger();
    void openShop({ onFault: toPino(logger) }).receive('{broken');
    expect(lines).toMatchObject([{ event: 'rpc_error', tool_name: null, request_id: null }]);
  });

  it('takes any logger with these methods, and keeps its `this`', () => {
    const logger = {
      said: [] as string[],
      warn(_: object, message: string) {
        this.said.push(message);
      },
      error(_: object, message: string) {
        this.said.push(message);
      },
    };
    const { record, fault } = observed(shop.NOT_PAID());
    toPino(logger)(record, fault);
    expect(logger.said).toEqual(['NOT_PAID: Not paid']);
  });
});
