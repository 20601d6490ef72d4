import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { describe, expect, it } from 'vitest';
import { createKit } from '../create-kit.js';
import { createSample } from '../testing/sample.js';
import { GENERATIONS, wireIn } from '@errata/testing/wire';

describe.each(GENERATIONS)('prompts in %s', (era) => {
  const open = () => wireIn(createSample(), era);

  it('are listed without their completers', async () => {
    expect((await (await open()).ask('prompts/list')).result!['prompts']).toEqual([
      {
        name: 'greeting',
        description: 'Greets somebody.',
        arguments: [{ name: 'who', required: true }, { name: 'how' }],
      },
    ]);
  });

  it('are filled in', async () => {
    const params = { name: 'greeting', arguments: { who: 'you' } };
    expect((await (await open()).ask('prompts/get', params)).result).toMatchObject({
      description: 'Greets somebody.',
      messages: [{ role: 'user', content: { type: 'text', text: 'Hello, you!' } }],
    });
  });

  it('may be whole conversations', async () => {
    const messages = [{ role: 'assistant', content: { type: 'text', text: 'Yes?' } }] as const;
    const kit = createSample({ prompts: [{ name: 'talk', messages: async () => messages }] });
    const { result } = await (await wireIn(kit, era)).ask('prompts/get', { name: 'talk' });
    expect(result!['messages']).toEqual(messages);
  });

  it.each<[string, object, number, object]>([
    ['unknown', { name: 'nope' }, -32003, { prompt: 'nope' }],
    ['unnamed', {}, -32602, { details: "Missing required 'name' parameter" }],
    [
      'without a required argument',
      { name: 'greeting', arguments: { how: 'Hi' } },
      -32602,
      { details: "Missing required 'arguments.who' parameter" },
    ],
    [
      'with an argument that is no text',
      { name: 'greeting', arguments: { who: 5 } },
      -32602,
      { details: 'params.arguments.who must be of type string, not number' },
    ],
    [
      'with arguments that are none',
      { name: 'greeting', arguments: null },
      -32602,
      { details: 'params.arguments must be of type object, not null' },
    ],
  ])('are refused: %s', async (_, params, code, data) => {
    expect((await (await open()).ask('prompts/get', params as never)).error).toMatchObject({
      code: era === '2026-07-28' ? -32602 : code,
      data,
    });
  });

  it('are a capability', async () => {
    const wire = await wireIn(
      createKit({ name: 'bare', version: '0', contract: erlmcpContract }),
      era,
    );
    for (const method of ['prompts/list', 'prompts/get']) {
      expect((await wire.ask(method)).error).toMatchObject({ data: { capability: 'prompts' } });
    }
  });
});
