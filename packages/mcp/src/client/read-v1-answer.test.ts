import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it } from 'vitest';
import { readV1Answer } from './create-caller.js';

const BODY = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}';
const thrown = (status: number | undefined, text: string) =>
  new StreamableHTTPError(status, `Error POSTing to endpoint: ${text}`);

it('finds the body where the transport of v1 puts it', () => {
  expect(readV1Answer(thrown(404, BODY))).toEqual({ status: 404, headers: {}, body: BODY });
  expect(readV1Answer(thrown(500, `${BODY}\n`))?.body).toBe(BODY);
});

it.each([
  ['a page', thrown(500, '<html></html>')],
  ['a list', thrown(500, '[1]')],
  ['no status', thrown(undefined, BODY)],
  ['a status that is none', thrown(-1, BODY)],
  ['a success', thrown(200, BODY)],
  ['a text of a megabyte', thrown(500, `{${' '.repeat(1024 * 1024)}}`)],
  ['another class', Object.assign(new Error(thrown(404, BODY).message), { code: 404 })],
  ['other words', new StreamableHTTPError(404, BODY)],
  ['nothing', undefined],
])('finds nothing in %s', (_, error) => {
  expect(readV1Answer(error)).toBeUndefined();
});
