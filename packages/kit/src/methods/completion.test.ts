import { describe, expect, it } from 'vitest';
import { createSample, echo } from '../testing/sample.js';
import { GENERATIONS, wireIn } from '@errata/testing/wire';

const prompt = { type: 'ref/prompt', name: 'greeting' };
const template = { type: 'ref/resource', uri: 'note://{name}' };

describe.each(GENERATIONS)('completion/complete in %s', (era) => {
  const ask = async (params: Record<string, unknown>) =>
    (await wireIn(createSample(), era)).ask('completion/complete', params);

  it('gives values for a variable of a template', async () => {
    const { result } = await ask({ ref: template, argument: { name: 'name', value: 'fi' } });
    expect(result!['completion']).toEqual({ values: ['first', 'fifth'], total: 2, hasMore: false });
  });

  it('gives a hundred values at most', async () => {
    const { result } = await ask({ ref: prompt, argument: { name: 'who', value: '' } });
    const { values, ...rest } = result!['completion'] as { values: string[] };
    expect(values).toHaveLength(100);
    expect(rest).toEqual({ total: 150, hasMore: true });
  });

  it('passes the arguments that are already filled in', async () => {
    const seen: unknown[] = [];
    const kit = createSample({
      prompts: [
        {
          name: 'p',
          arguments: [
            { name: 'x', complete: async (typed, others) => (seen.push(typed, others), []) },
          ],
          messages: () => '',
        },
      ],
    });
    await (
      await wireIn(kit, era)
    ).ask('completion/complete', {
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'x', value: 'v' },
      context: { arguments: { y: '1' } },
    });
    expect(seen).toEqual(['v', { y: '1' }]);
  });

  it.each([
    ['an argument that nobody completes', prompt, 'how'],
    ['a variable that nobody completes', template, 'toString'],
    ['a resource without variables', { type: 'ref/resource', uri: 'clock://now' }, 'x'],
  ])('gives none for %s', async (_, ref, name) => {
    const { result } = await ask({ ref, argument: { name, value: '' } });
    expect(result!['completion']).toEqual({ values: [], total: 0, hasMore: false });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no reference', { argument: { name: 'a', value: '' } }, 'ref.type: '],
    [
      'a reference to nothing',
      { ref: { type: 'ref/prompt' }, argument: { name: 'a', value: '' } },
      "Missing required 'ref.name' parameter",
    ],
    ['no argument', { ref: prompt }, "Missing required 'argument.name' parameter"],
    [
      'no value',
      { ref: prompt, argument: { name: 'who' } },
      "Missing required 'argument.value' parameter",
    ],
    [
      'an argument that is not there',
      { ref: prompt, argument: { name: 'x', value: '' } },
      'argument.name: ',
    ],
  ])('refuses %s', async (_, params, details) => {
    expect((await ask(params)).error).toMatchObject({
      code: -32602,
      data: { details: expect.stringContaining(details) },
    });
  });

  it('refuses unknown references', async () => {
    const argument = { name: 'a', value: '' };
    const modern = era === '2026-07-28';
    expect((await ask({ ref: { ...prompt, name: 'x' }, argument })).error).toMatchObject({
      code: modern ? -32602 : -32003,
      data: { prompt: 'x' },
    });
    expect((await ask({ ref: { ...template, uri: 'x://' }, argument })).error).toMatchObject({
      code: modern ? -32602 : -32001,
      data: { uri: 'x://' },
    });
  });

  it('is a capability', async () => {
    const kit = createSample({ tools: [echo], resources: [], prompts: [] });
    const { error } = await (await wireIn(kit, era)).ask('completion/complete', {});
    expect(error).toMatchObject({ data: { capability: 'completions' } });
  });
});
