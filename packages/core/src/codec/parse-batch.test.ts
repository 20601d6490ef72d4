import { describe, expect, it } from 'vitest';
import { ERAS, type Era } from '../era/index.js';
import { createParser } from './index.js';

const BATCH_ERAS: readonly Era[] = ['jsonrpc', '2025-03-26'];
const read = (era: Era, text: string) => createParser({ era, limits: { maxBatch: 4 } })(text);
const request = '{"jsonrpc":"2.0","id":9007199254740993,"method":"a","params":{"id":[1,"]"]}}';
const notification = '{"jsonrpc":"2.0","method":"b"}';

describe('a batch', () => {
  it('is read message by message, each with its own id', () => {
    for (const era of BATCH_ERAS) {
      expect(
        read(era, ` [ ${request} ,${notification},\n{"jsonrpc":"2.0","id":1.0,"result":{}} ] `),
      ).toEqual({
        kind: 'batch',
        messages: [
          { kind: 'request', id: '9007199254740993', method: 'a', params: { id: [1, ']'] } },
          { kind: 'notification', method: 'b', params: undefined },
          { kind: 'response', id: '1.0', result: {} },
        ],
      });
    }
  });

  it('has a problem for each invalid entry, beside those that are', () => {
    for (const era of BATCH_ERAS) {
      const wrong = { kind: 'problem', problem: 'not-an-object', id: undefined, answerable: true };
      expect(read(era, `[1,[${request}],${notification},{"foo":"boo","id":5}]`)).toMatchObject({
        messages: [
          wrong,
          wrong,
          { kind: 'notification' },
          { kind: 'problem', problem: 'wrong-version', id: '5' },
        ],
      });
    }
  });

  it('is one problem when it is empty or longer than allowed', () => {
    for (const era of BATCH_ERAS) {
      expect(read(era, '[]')).toMatchObject({ problem: 'batch-empty', id: undefined });
      expect(read(era, '[1,2,3,4]')).toMatchObject({ kind: 'batch' });
      expect(read(era, '[1,2,3,4,5]')).toMatchObject({ problem: 'batch-too-long', id: undefined });
    }
  });

  it('must not hold initialize in MCP 2025-03-26', () => {
    const initialize = '{"jsonrpc":"2.0","id":"i","method":"initialize","params":{}}';
    expect(read('jsonrpc', `[${initialize}]`)).toMatchObject({ messages: [{ kind: 'request' }] });
    expect(read('2025-03-26', `[${initialize},${notification}]`)).toMatchObject({
      messages: [{ problem: 'batch-initialize', id: '"i"' }, { kind: 'notification' }],
    });
    expect(read('2025-03-26', initialize)).toMatchObject({ kind: 'request', method: 'initialize' });
  });

  it('is refused as a whole by every other revision', () => {
    for (const era of ERAS.filter((each) => !BATCH_ERAS.includes(each))) {
      for (const text of [`[${request}]`, '[]', '[1,2,3,4,5]']) {
        expect(read(era, text)).toMatchObject({ problem: 'batch-refused', id: undefined });
      }
    }
  });

  it('that is cut off is a broken text without an id', () => {
    for (const era of ERAS) {
      expect(read(era, `[${request}`)).toMatchObject({ problem: 'invalid-json', id: undefined });
    }
  });
});
