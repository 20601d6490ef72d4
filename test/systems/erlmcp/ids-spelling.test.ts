import { describe, expect, it } from 'vitest';
import { CELLS, TRANSPORTS, useLab } from './testing/lab.js';
import {
  callText,
  errorText,
  initializeText,
  KEPT,
  MODERN,
  REFUSED,
  requestText,
  restOf,
  saidText,
} from './testing/messages.js';

const WRONG = { details: 'id is of a type that this protocol does not allow' };
const TWICE = { details: 'id is given more than once' };
const TOO_LARGE = { details: 'The message is larger than this server reads' };

const lab = useLab();

describe.each(CELLS)('over $transport in $era', ({ transport, era }) => {
  const client = lab.useClient(transport, era);

  const rest = restOf(era, 'no/such');
  const answered = (id: string) => errorText(era, id, 'METHOD_NOT_FOUND', { method: 'no/such' });
  const refused = (data: object) => errorText(era, undefined, 'INVALID_REQUEST', data);

  it.each(Object.entries(KEPT))('an id is spelled as it was: %s', async (_name, id) => {
    expect(await client.ask(`{"jsonrpc":"2.0","id":${id},${rest}}`)).toBe(answered(id));
    for (const tool of ['echo', 'later']) {
      const reply = await client.ask(callText(era, id, tool, { text: 'done' }));
      expect(reply).toBe(saidText(era, id, 'done'));
    }
  });

  it.each(['7', '9007199254740993', '"\\u00e9"', '-0'])(
    'the id %s is found wherever it stands',
    async (id) => {
      const texts = [
        `{${rest},"jsonrpc":"2.0","id":${id}}`,
        `{"id" :\t${id} , "jsonrpc":"2.0",${rest} }`,
        `{"\\u0069d":${id},"jsonrpc":"2.0",${rest}}`,
        `{"result":{"id":1},"jsonrpc":"2.0",${rest},"i\\u0064":${id}}`,
        `{"jsonrpc":"2.0",${restOf(era, 'no/such', { id: 8, of: [{ id: 9 }, '"id":10'] })},"id":${id}}`,
      ];
      for (const text of texts) expect(await client.ask(text)).toBe(answered(id));
    },
  );

  it.each(REFUSED)('%s is no id, and is answered under none', async (id) => {
    for (const text of [`{"jsonrpc":"2.0","id":${id},${rest}}`, `{${rest},"id":${id}}`]) {
      expect(await client.ask(text)).toBe(refused(WRONG));
    }
  });

  it('without an id there is nothing to answer', async () => {
    expect(await client.tell(`{"jsonrpc":"2.0",${rest}}`)).toBe('');
    expect(await client.tell(`{"jsonrpc":"2.0",${restOf(era, 'tools/list')}}`)).toBe('');
  });

  it.each([
    ['1', '2'],
    ['1', '"1"'],
    ['9007199254740993', '9007199254740992'],
    ['{}', '1'],
    ['1', 'null'],
  ])('of two ids, %s and %s, neither is taken', async (one, other) => {
    const text = `{"jsonrpc":"2.0","id":${one},${rest},"id":${other}}`;
    expect(await client.ask(text)).toBe(refused(TWICE));
    const escaped = `{"jsonrpc":"2.0","id":${one},${rest},"\\u0069\\u0064":${other}}`;
    expect(await client.ask(escaped)).toBe(refused(TWICE));
  });

  it.each([
    ['1', '1'],
    ['1', '1.0'],
    ['"a"', '"\\u0061"'],
    ['9007199254740993', '9007199254740993'],
  ])('an id that is said twice, %s and %s, is one', async (one, other) => {
    const text = `{"jsonrpc":"2.0","id":${one},${rest},"id":${other}}`;
    expect(await client.ask(text)).toBe(answered(one));
  });

  it('a message that is too large is answered under its id, where that can be read', async () => {
    const params = { text: 'x'.repeat(300_000), id: 5 };
    for (const id of ['9007199254740993', '"\\u00e9"']) {
      const text = `{"jsonrpc":"2.0",${restOf(era, 'no/such', params)},"id":${id}}`;
      expect(await client.ask(text)).toBe(errorText(era, id, 'INVALID_REQUEST', TOO_LARGE));
    }
    const text = `{"jsonrpc":"2.0","id":"${'x'.repeat(300_000)}",${rest}}`;
    expect(await client.ask(text)).toBe(refused(TOO_LARGE));
  });

  it('an exception of a tool is answered under the id of its call', async () => {
    for (const id of ['9007199254740993', '"\\u00e9"', '""']) {
      const reply = await client.ask(callText(era, id, 'crash', {}));
      const member = era === MODERN ? 'result' : 'error';
      expect(reply.startsWith(`{"jsonrpc":"2.0","id":${id},"${member}":{`)).toBe(true);
    }
  });
});

describe.each(TRANSPORTS)('over %s, from the first message on', (transport) => {
  const ID = '9007199254740993';

  it('an early request, initialize and a second one are answered under their ids', async () => {
    const era = '2025-11-25';
    const { ask } = await lab.connect(transport, era, false);
    const early = await ask(requestText(era, ID, 'tools/list'));
    expect(early).toBe(errorText(era, ID, 'NOT_INITIALIZED'));
    const first = await ask(initializeText(era, ID));
    expect(first.startsWith(`{"jsonrpc":"2.0","id":${ID},"result":{"protocolVersion":`)).toBe(true);
    const greeted = await lab.connect(transport, era);
    const second = await greeted.ask(initializeText(era, '"\\u0032"'));
    expect(second.startsWith('{"jsonrpc":"2.0","id":"\\u0032","error":{"code":-32600,')).toBe(true);
  });
});

describe.each(['stdio', 'tcp'] as const)('over %s, where the era is not known yet', (transport) => {
  it('an id that cannot be read is null until a request of 2026-07-28 has come', async () => {
    const { ask } = await lab.connect(transport, MODERN, false);
    expect(await ask('{"jsonrpc"')).toBe(errorText('2025-11-25', undefined, 'PARSE_ERROR'));
    await ask(requestText(MODERN, '1', 'server/discover'));
    expect(await ask('{"jsonrpc"')).toBe(errorText(MODERN, undefined, 'PARSE_ERROR'));
  });
});
