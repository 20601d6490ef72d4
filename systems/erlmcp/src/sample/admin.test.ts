import { describe, expect, it } from 'vitest';
import { openModernSample, openSample } from './testing/open-sample.js';

const VOLUME = { name: 'volume', description: 'Of a box', expression: 'a * b * c' };

describe('admin/add-tool', () => {
  it('adds a tool that calculates with its arguments, and tells clients of it', async () => {
    const client = await openSample({ admin: true });
    expect((await client.ask('admin/add-tool', VOLUME))?.result).toEqual({
      name: 'volume',
      arguments: ['a', 'b', 'c'],
    });
    expect(client.received).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
    ]);
    const { result } = (await client.call('volume', { a: 2, b: 3, c: 4 }))!;
    expect(result).toMatchObject({ structuredContent: { result: 24 } });
    const { error } = (await client.call('volume', { a: 2, b: 3 }))!;
    expect(error).toMatchObject({ code: -32602 });
  });

  it('takes arguments that the expression has no use for, in the given order', async () => {
    const client = await openSample({ admin: true });
    const addition = { ...VOLUME, arguments: ['d', 'c', 'b', 'a'] };
    expect((await client.ask('admin/add-tool', addition))?.result).toMatchObject({
      arguments: ['d', 'c', 'b', 'a'],
    });
  });

  it('knows no names but those of the arguments, not even those that every object has', async () => {
    const client = await openSample({ admin: true });
    const odd = { ...VOLUME, expression: '__proto__ + constructor' };
    await client.ask('admin/add-tool', odd);
    const args = JSON.parse('{"__proto__":1,"constructor":2}') as Record<string, unknown>;
    expect((await client.call('volume', args))?.result).toMatchObject({
      structuredContent: { result: 3 },
    });
    expect((await client.call('volume', {}))?.error).toMatchObject({ code: -32602 });
  });

  it.each([
    [{ name: undefined }, -32602, "Missing required 'name' parameter"],
    [{ description: 5 }, -32602, 'description: a string'],
    [{ expression: undefined }, -32602, "Missing required 'expression' parameter"],
    [{ expression: 'a +' }, -32602, 'expression: at character 4:'],
    [{ expression: '('.repeat(101) }, -32602, 'nested more than 100 deep'],
    [{ arguments: ['a', 'b'] }, -32602, 'a name that is known here is expected, not "c"'],
    [{ arguments: ['a', 'a'] }, -32602, 'arguments: a list of names'],
    [{ arguments: ['a b'] }, -32602, 'arguments: a list of names'],
    [{ arguments: 'a' }, -32602, 'arguments: a list of names'],
    [{ name: 'add' }, -32007, 'already'],
    [{ name: 'no name' }, -32007, 'The name of a tool'],
    [{ description: 'x'.repeat(10_001) }, -32011, '10001 characters'],
  ])('refuses %j', async (change, code, details) => {
    const client = await openSample({ admin: true });
    const { error } = (await client.ask('admin/add-tool', { ...VOLUME, ...change }))!;
    expect(error).toMatchObject({
      code,
      data: { details: expect.stringContaining(details) as string },
    });
    expect(client.received).toEqual([]);
  });

  it('takes a description of 10,000 characters', async () => {
    const client = await openSample({ admin: true });
    const addition = { ...VOLUME, description: 'x'.repeat(10_000) };
    expect(await client.ask('admin/add-tool', addition)).toHaveProperty('result');
  });
});

describe('admin/remove-tool', () => {
  it('removes a tool, once', async () => {
    const client = await openSample({ admin: true });
    expect((await client.ask('admin/remove-tool', { name: 'add' }))?.result).toEqual({
      name: 'add',
    });
    expect(client.received).toMatchObject([{ method: 'notifications/tools/list_changed' }]);
    const gone = { code: -32002, data: { tool: 'add' } };
    expect((await client.call('add', { a: 1, b: 2 }))?.error).toMatchObject(gone);
    expect((await client.ask('admin/remove-tool', { name: 'add' }))?.error).toMatchObject(gone);
  });
});

describe('both', () => {
  it.each(['admin/add-tool', 'admin/remove-tool'])(
    '%s is there only if asked for',
    async (name) => {
      const { error } = (await (await openSample()).ask(name, VOLUME))!;
      expect(error).toMatchObject({ code: -32601, data: { method: name } });
    },
  );

  it('work on 2026-07-28 too', async () => {
    const client = openModernSample({ admin: true });
    expect((await client.ask('admin/add-tool', VOLUME))?.result).toMatchObject({ name: 'volume' });
    expect((await client.ask('admin/remove-tool', { name: 'volume' }))?.result).toMatchObject({
      name: 'volume',
    });
  });
});
