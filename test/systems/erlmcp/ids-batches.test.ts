import { ERAS } from '@errata/core';
import { ERA_RULES } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import { causeText, cellsOf, failureText, TRANSPORTS, useLab } from './testing/lab.js';
import { callText, errorText, initializeText, MODERN, saidText } from './testing/messages.js';

const BATCHING = '2025-03-26';
const OTHERS = ERAS.filter((era) => ERA_RULES[era].mcp && era !== BATCHING);
const NOTIFICATION = '{"jsonrpc":"2.0","method":"notifications/nothing"}';

const lab = useLab();

describe.each(TRANSPORTS)(`over %s in ${BATCHING}`, (transport) => {
  const client = lab.useClient(transport, BATCHING);

  const invalid = (id: string | undefined, details: string) =>
    errorText(BATCHING, id, 'INVALID_REQUEST', { details });
  const call = (id: string, tool: string, text: string) => callText(BATCHING, id, tool, { text });
  const said = (id: string, text: string) => saidText(BATCHING, id, text);

  it('a batch is answered by one reply per request, in their order, each under its id', async () => {
    const batch = [
      causeText(BATCHING, '9007199254740993', 'Resource not found'),
      NOTIFICATION,
      call('"\\u00e9"', 'later', 'first'),
      call('-0', 'echo', 'second'),
      causeText(BATCHING, '""', 'Method not found'),
      call('1.0', 'echo', 'third'),
    ];
    const replies = [
      failureText(BATCHING, '9007199254740993', 'Resource not found'),
      said('"\\u00e9"', 'first'),
      said('-0', 'second'),
      failureText(BATCHING, '""', 'Method not found'),
      said('1.0', 'third'),
    ];
    expect(await client.ask(`[${batch.join(',')}]`)).toBe(`[${replies.join(',')}]`);
    expect(await client.ask(` [ ${batch.join(' ,\t')} ] `)).toBe(`[${replies.join(',')}]`);
  });

  it('an entry that is not a request is answered under its id where it has one, beside the others', async () => {
    const batch = [
      '5',
      '[]',
      '{"id":7,"method":"ping"}',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
      '{"jsonrpc":"2.0","id":1,"method":"ping","id":2}',
      call('8', 'echo', 'well'),
    ];
    const type = 'id is of a type that this protocol does not allow';
    const replies = [
      invalid(undefined, 'A message has to be a JSON object'),
      invalid(undefined, 'A message has to be a JSON object'),
      invalid('7', 'jsonrpc has to be exactly "2.0"'),
      invalid(undefined, type),
      invalid(undefined, type),
      invalid(undefined, 'id is given more than once'),
      said('8', 'well'),
    ];
    expect(await client.ask(`[${batch.join(',')}]`)).toBe(`[${replies.join(',')}]`);
  });

  it('of two requests under one id the second is refused, and both replies have it', async () => {
    const batch = `[${call('1', 'later', 'first')},${call('1.0', 'echo', 'second')}]`;
    const inUse = invalid('1.0', 'A request with this id is still being worked on');
    expect(await client.ask(batch)).toBe(`[${said('1', 'first')},${inUse}]`);
  });

  it('initialize in it is refused under its id', async () => {
    const batch = `[${initializeText(BATCHING, '"again"')},${call('2', 'echo', 'x')}]`;
    const refusal = invalid('"again"', 'initialize must not be part of a batch');
    expect(await client.ask(batch)).toBe(`[${refusal},${said('2', 'x')}]`);
  });

  it('an empty one, a broken one and one of two revisions are answered under no id', async () => {
    expect(await client.ask('[]')).toBe(
      invalid(undefined, 'A batch has to hold at least one message'),
    );
    expect(await client.ask(`[${call('3', 'echo', 'x')}`)).toBe(
      errorText(BATCHING, undefined, 'PARSE_ERROR'),
    );
    const modern = callText(MODERN, '4', 'echo', { text: 'x' });
    expect(await client.ask(`[${call('3', 'echo', 'x')},${modern}]`)).toBe(
      invalid(undefined, 'A request of MCP 2026-07-28 cannot be part of a batch'),
    );
  });

  it('one of notifications is not answered', async () => {
    expect(await client.tell(`[${NOTIFICATION},${NOTIFICATION}]`)).toBe('');
  });
});

describe.each(cellsOf(OTHERS))('over $transport in $era', ({ transport, era }) => {
  it('a batch is refused as a whole, under no id', async () => {
    const client = await lab.connect(transport, era);
    const calls = ['1', '"\\u00e9"'].map((id) => callText(era, id, 'echo', { text: 'x' }));
    const details = 'This protocol revision has no batches: send one message at a time';
    for (const text of [`[${calls.join(',')}]`, `[${calls[0]}]`, `[${NOTIFICATION}]`]) {
      expect(await client.ask(text)).toBe(
        errorText(era, undefined, 'INVALID_REQUEST', { details }),
      );
    }
    expect(await client.ask(callText(era, '5', 'echo', { text: 'on' }))).toBe(
      saidText(era, '5', 'on'),
    );
  });
});
