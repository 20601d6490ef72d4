import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { describe, expect, it } from 'vitest';
import { createKit } from '../create-kit.js';
import { add, createClock, createSample, greeting, notes } from '../testing/sample.js';
import {
  settled,
  shakeHands,
  speakModern,
  wireIn,
  GENERATIONS,
  openWire,
} from '@errata/testing/wire';
import type { Tool } from '../tool.js';

const tool = (more: Partial<Tool> = {}): Tool => ({ name: 'one', run: () => '', ...more });

describe('what breaks a rule', () => {
  const kit = createSample();
  it.each<[string, () => void, string, string | RegExp]>([
    ['a tool twice', () => kit.addTool(add), 'VALIDATION', /"add" is already among the tools/],
    ['a resource twice', () => kit.addResource(createClock()), 'VALIDATION', /already/],
    ['a template twice', () => kit.addResource(notes), 'VALIDATION', /already/],
    ['a prompt twice', () => kit.addPrompt(greeting), 'VALIDATION', /already/],
    ['a tool with no name', () => kit.addTool(tool({ name: '' })), 'VALIDATION', /name/],
    ['a tool with a space', () => kit.addTool(tool({ name: 'a b' })), 'VALIDATION', /name/],
    ['a long name', () => kit.addTool(tool({ name: 'a'.repeat(129) })), 'VALIDATION', /128/],
    [
      'a description of 10,001 characters',
      () => kit.addTool(tool({ description: 'x'.repeat(10_001) })),
      'VALIDATION',
      /10001 characters; the most are 10000/,
    ],
    [
      'an input that is no object',
      () => kit.addTool(tool({ inputSchema: { type: 'string' } })),
      'VALIDATION',
      /inputSchema/,
    ],
    [
      'a schema that is not understood',
      () => kit.addTool(tool({ inputSchema: { type: 'object', propertys: {} } })),
      'VALIDATION',
      /^inputSchema: .*propertys/,
    ],
    ['a tool that does nothing', () => kit.addTool(tool({ run: 5 as never })), 'VALIDATION', /run/],
    ['a path', () => kit.addResource({ ...createClock(), uri: '/etc' }), 'VALIDATION', /uri/],
    [
      'a nameless resource',
      () => kit.addResource({ ...createClock(), uri: 'a:b', name: '' }),
      'VALIDATION',
      /name/,
    ],
    [
      'a broken template',
      () => kit.addResource({ ...notes, uriTemplate: 'a://{' }),
      'VALIDATION',
      /uriTemplate/,
    ],
    ['a nameless prompt', () => kit.addPrompt({ ...greeting, name: '' }), 'VALIDATION', /name/],
  ])('%s', (_, act, reason, details) => {
    expect(act).toThrow(
      expect.objectContaining({ reason, details: expect.stringMatching(details) }),
    );
  });

  it('changes nothing', async () => {
    const { result } = await (await shakeHands(kit)).ask('tools/list');
    expect((result!['tools'] as { name: string }[]).map(({ name }) => name)).toEqual([
      'add',
      'echo',
    ]);
  });

  it('10,000 characters are allowed', () => {
    expect(() => createSample().addTool(tool({ description: 'x'.repeat(10_000) }))).not.toThrow();
  });

  it.each([[[]], [['jsonrpc']], [['2023-01-01']]])('no kit speaks %j', (eras) => {
    expect(() => createKit({ name: 'a', version: '1', eras: eras as never })).toThrow(TypeError);
  });

  it('takes false for onMasked', () => {
    expect(() => createKit({ name: 'a', version: '1', onMasked: false })).not.toThrow();
  });

  it.each([
    [{ onFalt: 1 }, 'createKit: unknown option "onFalt"; did you mean onFault?'],
    [{ toolFailures: 'tools' }, 'createKit: toolFailures is "tools"; did you mean tool?'],
    [{ deadline: '5s' }, 'createKit: deadline is "5s", not a number of milliseconds'],
    [{ onMasked: true }, 'createKit: onMasked is true, not false or a function'],
  ])('no kit has %j', (more, message) => {
    const options = { name: 'a', version: '1', ...more } as never;
    expect(() => createKit(options)).toThrow(new TypeError(message));
  });

  it('no method beside MCP is called like one of it', () => {
    const methods = { 'tools/list': () => ({}) };
    expect(() => createSample({ methods })).toThrow('tools/list is a method of MCP');
  });
});

describe('a server that changes', () => {
  it('tells every client that has initialized, once for many changes', async () => {
    const kit = createSample();
    const wires = [await shakeHands(kit, '2024-11-05'), await shakeHands(kit)];
    const silent = openWire(kit);
    kit.addTool(tool());
    kit.addTool(tool({ name: 'two' }));
    kit.addPrompt({ ...greeting, name: 'other' });
    expect(kit.removeResource('clock://now')).toBe(true);
    await settled();
    for (const { texts } of wires) {
      expect(texts).toEqual([
        '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
        '{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}',
        '{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}',
      ]);
    }
    expect(silent.texts).toEqual([]);
  });

  it('sends nothing if nothing has changed', async () => {
    const kit = createSample();
    const { texts } = await shakeHands(kit);
    expect([kit.removeTool('x'), kit.removeResource('x'), kit.removePrompt('x')]).toEqual([
      false,
      false,
      false,
    ]);
    await settled();
    expect(texts).toEqual([]);
  });

  it('sends nothing to clients that have left', async () => {
    const kit = createSample();
    const { texts, connection } = await shakeHands(kit);
    connection.close();
    kit.addTool(tool());
    await settled();
    expect(texts).toEqual([]);
  });

  it.each(GENERATIONS)('is another one at once, in %s', async (era) => {
    const kit = createSample();
    const wire = await wireIn(kit, era);
    const names = async () =>
      ((await wire.ask('tools/list')).result!['tools'] as { name: string }[]).map(
        ({ name }) => name,
      );
    await names();
    kit.addTool(tool());
    expect(kit.removeTool('add')).toBe(true);
    expect(await names()).toEqual(['echo', 'one']);
    expect((await wire.ask('tools/call', { name: 'add' })).error).toMatchObject({
      data: { tool: 'add' },
    });
    expect(kit.removePrompt('greeting')).toBe(true);
    expect(kit.removeResource('note://{name}')).toBe(true);
    expect((await wire.ask('resources/read', { uri: 'note://a' })).error).toMatchObject({
      data: { uri: 'note://a' },
    });
  });

  it('advertises a new kind of entries after the first is added', async () => {
    const kit = createKit({ name: 'bare', version: '0', contract: erlmcpContract });
    const wire = speakModern(kit);
    kit.addPrompt(greeting);
    expect((await wire.ask('server/discover')).result!['capabilities']).toEqual({
      logging: {},
      prompts: { listChanged: true },
      completions: {},
    });
    expect((await wire.ask('prompts/list')).result!['prompts']).toHaveLength(1);
  });
});

describe('pages of a list', () => {
  it.each(GENERATIONS)('have the configured length, in %s', async (era) => {
    const tools = ['a', 'b', 'c', 'd', 'e'].map((name) => tool({ name }));
    const wire = await wireIn(createSample({ tools, pageSize: 2 }), era);
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const { result } = await wire.ask('tools/list', cursor === undefined ? {} : { cursor });
      seen.push((result!['tools'] as { name: string }[]).map(({ name }) => name).join(''));
      cursor = result!['nextCursor'];
    } while (cursor !== undefined);
    expect(seen).toEqual(['ab', 'cd', 'e']);
    for (const bad of ['x', 5, null, '']) {
      expect((await wire.ask('tools/list', { cursor: bad })).error).toMatchObject({
        code: -32602,
        data: { details: expect.stringMatching(/^cursor/) },
      });
    }
  });
});
