import { beforeAll, describe, expect, it } from 'vitest';
import {
  callText,
  errorText,
  type FailureName,
  FAILURES,
  requestText,
  saidText,
} from './testing/messages.js';
import { causeText, CELLS, failureText, provoke, useLab } from './testing/lab.js';

// Seed 003, "Test Coverage", groups 6 to 10: the ids, whole replies and whole exchanges.

const NAMES = Object.keys(FAILURES) as FailureName[];

const lab = useLab();

describe.each(CELLS)('over $transport in $era', ({ transport, era }) => {
  const client = lab.useClient(transport, era);

  const expectFailure = async (id: string, name: FailureName): Promise<void> => {
    const { reply, expected } = await provoke(client, id, name);
    expect(reply).toBe(expected);
  };

  /** Under an id, a failure and a success: the id is nobody's private matter. */
  const expectRoundTrip = async (id: string): Promise<void> => {
    await expectFailure(id, 'Resource not found');
    expect(await client.ask(callText(era, id, 'later', { text: 'x' }))).toBe(
      saidText(era, id, 'x'),
    );
  };

  describe('6. ID Matching Tests', () => {
    it('Integer roundtrip', () => expectRoundTrip('42'));
    it('String roundtrip', () => expectRoundTrip('"request-xyz"'));
    it('Large integer roundtrip', () => expectRoundTrip('123456789012345678901234567890'));
    it('Special characters in ID', () => expectRoundTrip('"\\" \\\\ \\n \\t \\/ \\u0000 \u2028"'));

    it('Multiple requests maintain correct IDs', async () => {
      const ids = ['1', '"1"', '-1', '"one"', '1000000', '"1.0"', '1.0'];
      for (const id of ids) await expectFailure(id, 'Tool not found');
    });
  });

  describe('7. Encode Error Response Tests', () => {
    it('Integer ID preservation', () => expectFailure('7', 'Internal error'));
    it('String ID preservation', () => expectFailure('"seven"', 'Internal error'));

    it('Null ID preservation', async () => {
      const details = 'id is of a type that this protocol does not allow';
      expect(await client.ask(causeText(era, 'null', 'Internal error'))).toBe(
        errorText(era, undefined, 'INVALID_REQUEST', { details }),
      );
    });

    it('All parameters together', async () => {
      const reply = await client.ask(causeText(era, '"id"', 'Resource not found'));
      expect(reply).toBe(
        era === '2025-11-25'
          ? '{"jsonrpc":"2.0","id":"id","error":{"code":-32001,"message":"Resource not found","data":{"uri":"lab:gone","effect":"none"}}}'
          : '{"jsonrpc":"2.0","id":"id","error":{"code":-32602,"message":"Resource not found","data":{"uri":"lab:gone"}}}',
      );
    });
  });

  describe('8. Edge Case Tests', () => {
    it('Empty string ID', () => expectRoundTrip('""'));
    it('Unicode ID', () => expectRoundTrip('"请求-42-🦊"'));
    it('Very long ID', () => expectRoundTrip(`"${'x'.repeat(100_000)}"`));
    it('Zero ID', () => expectRoundTrip('0'));
    it('Negative integer ID', () => expectRoundTrip('-42'));

    it('With and without data', async () => {
      await expectFailure('1', 'Internal error');
      await expectFailure('1', 'Validation failed');
    });

    it('Concurrent requests', async () => {
      const ids = Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? `${n}` : `"${n}"`));
      const nameOf = (index: number) => NAMES[index % NAMES.length]!;
      const replies = await Promise.all(
        ids.map((id, index) => client.ask(causeText(era, id, nameOf(index)))),
      );
      const expected = ids.map((id, index) => failureText(era, id, nameOf(index)));
      // A stream brings them in the order in which they were done.
      if (transport === 'http') expect(replies).toEqual(expected);
      else expect(replies.sort()).toEqual(expected.sort());
    });
  });

  describe('9. JSON-RPC Compliance Tests', () => {
    const replies: { text: string; value: Record<string, unknown> }[] = [];
    beforeAll(async () => {
      for (const name of NAMES) {
        const text = await client.ask(causeText(era, '9', name));
        replies.push({ text, value: JSON.parse(text) as Record<string, unknown> });
      }
    });

    it('Response has jsonrpc field', () => {
      expect(replies.map(({ value }) => value['jsonrpc'])).toEqual(NAMES.map(() => '2.0'));
    });

    it('Response has id field', () => {
      expect(replies.map(({ value }) => value['id'])).toEqual(NAMES.map(() => 9));
    });

    it('Response has error field', () => {
      for (const { value } of replies) {
        expect(value['error']).toMatchObject({
          code: expect.any(Number) as number,
          message: expect.stringMatching(/./) as string,
        });
      }
    });

    it('Response no result field', () => {
      for (const { value } of replies) expect(value).not.toHaveProperty('result');
    });

    it('Valid JSON structure', () => {
      for (const { text, value } of replies) expect(JSON.stringify(value)).toBe(text);
    });

    it('ID before error field', () => {
      for (const { value } of replies) {
        expect(Object.keys(value)).toEqual(['jsonrpc', 'id', 'error']);
      }
    });
  });

  describe('10. Real-World Scenarios', () => {
    it('Sequence of method not found errors', async () => {
      for (const n of [1, 2, 3, 4, 5]) {
        const method = `method/${n}`;
        expect(await client.ask(requestText(era, `${n}`, method))).toBe(
          errorText(era, `${n}`, 'METHOD_NOT_FOUND', { method }),
        );
      }
    });

    it('Sequence of resource errors', async () => {
      for (const uri of ['lab:a', 'lab:b', 'lab:c']) {
        expect(await client.ask(requestText(era, `"${uri}"`, 'resources/read', { uri }))).toBe(
          errorText(era, `"${uri}"`, 'RESOURCE_NOT_FOUND', { uri }),
        );
      }
    });

    it('Mixed error types with IDs', async () => {
      for (const [index, name] of NAMES.entries()) {
        await expectFailure(`${index}`, name);
        await expectFailure(`"${name}"`, name);
      }
    });

    it('Error response chain', async () => {
      for (const id of ['1', '"two"', '3']) {
        await expectFailure(id, 'Invalid params');
        expect(await client.ask('{"jsonrpc"')).toBe(errorText(era, undefined, 'PARSE_ERROR'));
        await expectRoundTrip(id);
      }
    });
  });
});
