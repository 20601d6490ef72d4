import { connectHttp, type Answer } from '@errata/prove';
import { TOKENS, type StartedGateway } from './start-gateway.js';

type Refused = (gateway: StartedGateway) => Promise<Answer>;

const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}';

const legacy =
  (text: string, headers: Readonly<Record<string, string | undefined>> = {}): Refused =>
  async ({ connect }) =>
    (await connect()).send(text, headers);

const modern =
  (
    method: string,
    params: object,
    headers: Readonly<Record<string, string | undefined>> = {},
  ): Refused =>
  async ({ connect }) =>
    (await connect(TOKENS.ann, '2026-07-28')).request(method, params, headers);

/** Requests over HTTP that no tool ever sees, by what is wrong with them. */
export const REFUSED_REQUESTS = {
  'another host': legacy(LIST, { host: 'elsewhere.example' }),
  'the page of another origin': legacy(LIST, { origin: 'https://elsewhere.example' }),
  'another media type': legacy(LIST, { 'content-type': 'text/plain' }),
  'a client that accepts nothing': legacy(LIST, { accept: 'text/html' }),
  'no session': legacy(LIST, { 'mcp-session-id': undefined }),
  'a session that has ended': legacy(LIST, { 'mcp-session-id': 'gone' }),
  'a batch': legacy(`[${LIST}]`),
  'an empty batch': legacy('[]'),
  'a number': legacy('5'),
  'params that are a text': legacy('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"x"}'),
  'a method that is a number': legacy('{"jsonrpc":"2.0","id":1,"method":5}'),
  'an id that is an object': legacy('{"jsonrpc":"2.0","id":{},"method":"tools/list"}'),
  'arguments that are a number': async ({ connect }) =>
    (await connect()).request('tools/call', { name: 'memory_query', arguments: 5 }),
  'a cursor that nobody gave': async ({ connect }) =>
    (await connect()).request('tools/list', { cursor: 'guessed' }),
  'no version': async ({ connect }) =>
    (await connect(TOKENS.ann, '2026-07-28')).send(LIST, {
      'mcp-protocol-version': '2026-07-28',
    }),
  'a version that nobody speaks': modern(
    'tools/list',
    { _meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } },
    { 'mcp-protocol-version': '2099-01-01' },
  ),
  'a header that is not that of the body': modern('tools/list', {}, { 'mcp-method': 'ping' }),
  'a batch of 2026-07-28': async ({ connect }) =>
    (await connect(TOKENS.ann, '2026-07-28')).send(`[${LIST}]`),
  'a method that there is not, in 2026-07-28': modern('tool/list', {}),
  'no token': async ({ url }) => {
    const wire = await connectHttp({ url, era: '2025-11-25', handshake: false });
    return wire.send(LIST);
  },
} as const satisfies Record<string, Refused>;
