import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MCP_METHODS } from '../methods/table.js';
import { createSample } from '../testing/sample.js';
import { MODERN_META, openWire, shakeHands } from '@errata/testing/wire';

const method = fc.oneof(fc.constantFrom(...MCP_METHODS), fc.string());

/** Parameters that are nearly right, so that they get far before they fail. */
const params = fc.dictionary(
  fc.constantFrom(
    'name',
    'arguments',
    'uri',
    'cursor',
    'ref',
    'argument',
    'level',
    'notifications',
    '_meta',
    '__proto__',
  ),
  fc.oneof(
    fc.constantFrom('add', 'echo', 'greeting', 'clock://now', 'note://a', 'debug', MODERN_META),
    fc.constantFrom(
      { a: 1, b: 2 },
      { who: 'x' },
      { type: 'ref/prompt', name: 'greeting' },
      { name: 'who', value: '' },
    ),
    fc.jsonValue(),
  ),
);

/** Ids as texts, also those that JavaScript cannot hold. */
const id = fc.oneof(
  fc.string().map((text) => JSON.stringify(text)),
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
);

describe('whatever is sent', () => {
  it.each(['before', 'after'])(
    'each request gets one reply under its id, %s a handshake',
    async (when) => {
      await fc.assert(
        fc.asyncProperty(id, method, params, fc.boolean(), async (id, method, params, modern) => {
          const kit = createSample();
          const wire = when === 'before' ? openWire(kit) : await shakeHands(kit);
          const given = modern ? { ...params, _meta: MODERN_META } : params;
          const body = `"method":${JSON.stringify(method)},"params":${JSON.stringify(given)}`;
          const reply = await wire.text(`{"jsonrpc":"2.0","id":${id},${body}}`);
          // What is listened to is acknowledged, and answered at its end.
          const answer = reply ?? (kit.endSubscriptions(), wire.texts.at(-1)!);
          expect(answer.startsWith(`{"jsonrpc":"2.0","id":${id},`)).toBe(true);
          expect(() => JSON.parse(answer) as unknown).not.toThrow();
          wire.connection.close();
        }),
        { numRuns: 300 },
      );
    },
  );

  it('no text is thrown back', async () => {
    const wire = await shakeHands(createSample(), '2025-03-26');
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json(), fc.uint8Array()), async (input) => {
        const reply = await wire.connection.receive(input);
        if (reply !== undefined) expect(() => JSON.parse(reply) as unknown).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });
});
