import { describe, expect, it } from 'vitest';
import { openModernSample, openSample } from './testing/open-sample.js';

describe('the calculator', () => {
  it.each([
    ['add', { a: 2, b: 3 }, 5],
    ['subtract', { a: 2, b: 3 }, -1],
    ['multiply', { a: 2, b: 3 }, 6],
    ['divide', { a: 3, b: 2 }, 1.5],
    ['evaluate', { expression: '(1 + 2) * 3 ^ 2' }, 27],
  ])('%s %j', async (tool, args, result) => {
    const client = await openSample();
    expect((await client.call(tool, args))?.result).toEqual({
      content: [{ type: 'text', text: JSON.stringify({ result }) }],
      structuredContent: { result },
    });
  });

  it.each([
    ['multiply', { a: 1e200, b: 1e200 }],
    ['evaluate', { expression: '1e200 * 1e200' }],
  ])('%s %j has no number, and breaks what the tool has promised', async (tool, args) => {
    const { error } = (await (await openSample()).call(tool, args))!;
    expect(error).toMatchObject({
      code: -32007,
      data: { details: 'The result is not what the tool has promised: result: a number' },
    });
  });

  it.each([
    ['divide', { a: 1, b: 0 }, 'Division by zero'],
    ['divide', { a: 0, b: 0 }, 'Division by zero'],
    ['evaluate', { expression: '1 / 0' }, 'The expression cannot be calculated: Division by zero'],
    ['evaluate', { expression: '0^-1' }, 'The expression cannot be calculated: Division by zero'],
    [
      'evaluate',
      { expression: '(-8)^0.5' },
      'The expression cannot be calculated: A negative number has no such power',
    ],
  ])('%s %j has no result, and the model reads why', async (tool, args, text) => {
    expect((await (await openSample()).call(tool, args))?.result).toEqual({
      ...{ isError: true, content: [{ type: 'text', text }] },
    });
  });

  it('says where an expression is wrong, to the model', async () => {
    const client = await openSample();
    expect((await client.call('evaluate', { expression: '1 + * 2' }))?.result).toEqual({
      isError: true,
      content: [
        {
          type: 'text',
          text: 'The expression cannot be calculated: at character 5: a number, a name or "(" is expected, not "*"',
        },
      ],
    });
  });

  it('says that an expression is nested too deep, to the model', async () => {
    const client = await openSample();
    const expression = `${'('.repeat(5000)}1${')'.repeat(5000)}`;
    expect((await client.call('evaluate', { expression }))?.result).toEqual({
      isError: true,
      content: [
        {
          type: 'text',
          text: 'The expression cannot be calculated: at character 102: nested more than 100 deep',
        },
      ],
    });
  });
});

describe('primes', () => {
  it('counts, and tells a client that asks for it how far it is', async () => {
    const client = await openSample();
    const reply = await client.call('primes', { limit: 3_000_000 }, { progressToken: 'p' });
    expect(reply?.result).toMatchObject({
      structuredContent: { count: 216_816, largest: 2_999_999 },
    });
    const notifications = client.received.filter(
      ({ method }) => method === 'notifications/progress',
    );
    expect(notifications.length).toBeGreaterThan(2);
    expect(notifications.at(-1)?.params).toEqual({ progressToken: 'p', progress: 100, total: 100 });
  });

  it('is over at its deadline', async () => {
    const client = await openSample({ deadline: 20 });
    const { error } = (await client.call('primes', { limit: 10_000_000_000 }))!;
    expect(error).toMatchObject({ code: -32009, data: { tool: 'primes' } });
  });

  it('can be cancelled, and then answers nothing', async () => {
    const client = await openSample({ deadline: 0 });
    const counting = client.call('primes', { limit: 10_000_000_000 }, undefined, 'slow');
    client.tell('notifications/cancelled', { requestId: 'slow' });
    expect(await counting).toBeNull();
  });
});

describe('summarize', () => {
  const text = 'A long story.';

  it('needs a client that can do sampling', async () => {
    const { error } = (await (await openSample()).call('summarize', { text }))!;
    expect(error).toMatchObject({ code: -32004, data: { capability: 'sampling' } });
  });

  it('says so in the words of the specification on 2026-07-28', async () => {
    const { error } = (await openModernSample().call('summarize', { text }))!;
    expect(error?.code).toBe(-32021);
  });

  it.each([
    ['2025-11-25', () => openSample({}, { sampling: {} })],
    ['2026-07-28', () => openModernSample({}, { sampling: {} })],
  ])('gives a client of %s that can the request to make', async (_era, open) => {
    const client = await open();
    const prompt = 'Summarize this text in at most 20 words:\n\nA long story.';
    expect((await client.call('summarize', { text, words: 20 }))?.result).toMatchObject({
      content: [{ type: 'text', text: prompt }],
      structuredContent: {
        messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
        maxTokens: 80,
      },
    });
  });
});
