import { describe, expect, it } from 'vitest';
import { errorText, type FailureName, FAILURES, requestText } from './testing/messages.js';
import { CELLS, provoke, useLab } from './testing/lab.js';

// Seed 003, "Test Coverage", groups 1 to 5: the errors. Groups 6 to 10 are in ids-matching.test.ts.

const NAMES = Object.keys(FAILURES) as FailureName[];

const lab = useLab();

describe.each(CELLS)('over $transport in $era', ({ transport, era }) => {
  const client = lab.useClient(transport, era);

  const expectFailure = async (id: string, name: FailureName): Promise<void> => {
    const { reply, expected } = await provoke(client, id, name);
    expect(reply).toBe(expected);
  };

  describe('1. Error with Valid ID Tests', () => {
    it.each(NAMES)('%s preserves integer ID', (name) => expectFailure('42', name));
  });

  describe('2. Parse Error Tests', () => {
    const nobody = errorText(era, undefined, 'PARSE_ERROR');

    it('Parse error uses null ID', async () => {
      expect(await client.ask('{"jsonrpc":')).toBe(nobody);
      expect(await client.ask('hello')).toBe(nobody);
    });

    it('Parse error null ID explicit', async () => {
      // Cut off inside the id: what was meant may have been 12 or 123.
      expect(await client.ask('{"jsonrpc":"2.0","id":12')).toBe(nobody);
      expect(await client.ask(Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d))).toBe(nobody);
    });

    it('Parse error null ID in JSON', async () => {
      const reply = await client.ask("{'id':1}");
      expect(reply.includes('"id":null')).toBe(era === '2025-11-25');
      expect(reply.includes('"id"')).toBe(era === '2025-11-25');
    });

    it('Parse error keeps an ID that is still clear', async () => {
      for (const id of ['5', '"5"', '9007199254740993', '"\\u0035"']) {
        const broken = `{"jsonrpc":"2.0","id":${id},"method":"x",}`;
        expect(await client.ask(broken)).toBe(errorText(era, id, 'PARSE_ERROR'));
      }
    });
  });

  describe('3. Invalid Request Tests', () => {
    it('Invalid request null ID', async () => {
      for (const text of ['{}', '5', '"text"', 'null']) {
        const { head, error } = headOf(await client.ask(text));
        expect(head).toBe(headOf(errorText(era, undefined, 'INVALID_REQUEST')).head);
        expect(error.data).toMatchObject({ details: expect.any(String) as string });
      }
    });

    it('Invalid request error code', async () => {
      const { error } = headOf(await client.ask('{"jsonrpc":"1.0","id":1,"method":"ping"}'));
      expect(error.code).toBe(-32600);
    });

    it('Invalid request message', async () => {
      expect(await client.ask('{"jsonrpc":"2.0","id":"seven","method":7}')).toBe(
        errorText(era, '"seven"', 'INVALID_REQUEST', { details: 'method has to be a string' }),
      );
    });

    it('Invalid request keeps an ID that can be read', async () => {
      for (const id of ['3', '-0', '9007199254740993', '""', '"no-version"', '"\\u00e9"']) {
        expect(await client.ask(`{"id":${id},"method":"ping"}`)).toBe(
          errorText(era, id, 'INVALID_REQUEST', { details: 'jsonrpc has to be exactly "2.0"' }),
        );
      }
    });
  });

  describe('4. Method Not Found Tests', () => {
    it('Integer ID preservation', () => expectFailure('1', 'Method not found'));
    it('String ID preservation', () => expectFailure('"unique-id"', 'Method not found'));
    // <<"request-123">> of the seed: an Erlang binary is the text of a JSON string.
    it('Binary ID preservation', () => expectFailure('"request-123"', 'Method not found'));

    it('Method included in data', async () => {
      for (const method of ['invalid/method', '__proto__']) {
        expect(await client.ask(requestText(era, '4', method))).toBe(
          errorText(era, '4', 'METHOD_NOT_FOUND', { method }),
        );
      }
    });
  });

  describe('5. Invalid Params Tests', () => {
    const complex = '"session:7f/{\\"seq\\":[1,2],\\"id\\":9}#é"';

    it('Integer ID preservation', () => expectFailure('999999', 'Invalid params'));
    it('String ID preservation', () => expectFailure('"request-xyz"', 'Invalid params'));
    it('Complex ID preservation', () => expectFailure(complex, 'Invalid params'));

    it('Details included in data', async () => {
      expect(await client.ask(requestText(era, '5', 'tools/call', { name: 5 }))).toBe(
        errorText(era, '5', 'INVALID_PARAMS', {
          details: 'params.name must be of type string, not number',
        }),
      );
    });
  });
});

/** What stands before the data of an error reply, and the error as a value. */
function headOf(reply: string) {
  const { error } = JSON.parse(reply) as {
    error: { code: number; message: string; data?: object };
  };
  return { head: reply.slice(0, reply.indexOf('"message"')), error };
}
