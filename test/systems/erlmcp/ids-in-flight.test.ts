import { describe, expect, it } from 'vitest';
import { converse } from './testing/clients.js';
import { CELLS, useLab } from './testing/lab.js';
import { callText, errorText, MODERN, saidText, spell } from './testing/messages.js';

const IN_USE = { details: 'A request with this id is still being worked on' };

const lab = useLab();

describe.each(CELLS)('over $transport in $era', ({ transport, era }) => {
  const client = lab.useClient(transport, era);

  const call = (id: string, tool: string, args: object) => callText(era, id, tool, args);
  const said = (id: string, text: string) => saidText(era, id, text);
  const keyOf = (...ids: string[]) => `${era} ${ids.join(' ')}`;
  // Without sessions every POST of 2026-07-28 stands alone: no other can be in flight beside it.
  const alone = transport === 'http' && era === MODERN;

  it.each([
    ['7', '7'],
    ['7', '7.0'],
    ['1e3', '1000'],
    ['0', '-0'],
    ['""', '""'],
    ['"a"', '"\\u0061"'],
    ['9007199254740993', '9007199254740993'],
  ])(
    'while %s is in flight, a request under %s is refused and the first answered',
    async (id, again) => {
      const key = keyOf('same', id, again);
      const { received, send, until } = converse(client);
      void send(call(id, 'hold', { key }));
      void send(call('"watch"', 'held', { key }));
      await until(1);
      void send(call(again, 'echo', { text: 'second' }));
      await until(2);
      void send(call('"let go"', 'release', { key }));
      await until(4);
      expect(received.slice(0, 2)).toEqual([
        said('"watch"', `reached ${key}`),
        alone ? said(again, 'second') : errorText(era, again, 'INVALID_REQUEST', IN_USE),
      ]);
      expect(received.slice(2).sort()).toEqual(
        [said('"let go"', `released ${key}`), said(id, `held ${key}`)].sort(),
      );
      expect(await client.ask(call(again, 'echo', { text: 'third' }))).toBe(said(again, 'third'));
    },
  );

  it.each([
    ['7', '"7"'],
    ['-7', '7'],
    ['9007199254740993', '9007199254740992'],
    ['"é"', '"e\u0301"'],
    ['1e400', '1e401'],
    ['"null"', '""'],
  ])('%s and %s are two ids', async (one, other) => {
    const keys = [keyOf('one', one, other), keyOf('other', one, other)] as const;
    const { received, send, until } = converse(client);
    void send(call(one, 'hold', { key: keys[0] }));
    void send(call('"watch"', 'held', { key: keys[0] }));
    await until(1);
    void send(call(other, 'hold', { key: keys[1] }));
    void send(call('"watch"', 'held', { key: keys[1] }));
    await until(2);
    void send(call('"let go"', 'release', { key: keys[1] }));
    await until(4);
    void send(call('"let go"', 'release', { key: keys[0] }));
    await until(6);
    expect(received.slice(2, 4)).toContain(said(other, `held ${keys[1]}`));
    expect(received.slice(4, 6)).toContain(said(one, `held ${keys[0]}`));
  });

  it('1,000 requests at once that end in another order are answered each under its id', async () => {
    const of = 1000;
    const ids = Array.from({ length: of }, (_, n) => spell(n));
    const { received, send } = converse(client);
    const replies = await Promise.all(
      ids.map((id, n) => send(call(id, 'round', { round: era, of, text: `answer ${n}` }))),
    );
    const expected = ids.map((id, n) => said(id, `answer ${n}`));
    expect(received).not.toEqual(expected);
    expect([...received].sort()).toEqual([...expected].sort());
    if (transport === 'http') expect(replies).toEqual(expected);
  });
});
