import { erlmcpContract } from '@errata/catalogs/erlmcp';
import {
  errorCapabilityNotSupported,
  errorInternal,
  errorInvalidParams,
  errorInvalidRequest,
  errorMethodNotFound,
  errorNotInitialized,
  errorParse,
  errorPromptNotFound,
  errorResourceNotFound,
  errorToolNotFound,
  errorValidationFailed,
  type ErlmcpId,
} from '@errata/catalogs/erlmcp';
import { describe, expect, it } from 'vitest';
import { createKit } from './index.js';

const kit = createKit({
  contract: erlmcpContract,
  ...{ name: 'seed', version: '1' },
  tools: [
    {
      name: 'broken',
      run: () => {
        throw new Error('nobody declared this');
      },
    },
    {
      name: 'liar',
      outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      run: () => ({ structuredContent: { n: 'one' } }),
    },
    {
      name: 'sampler',
      run: (_args, context) => {
        context.requireClient('sampling');
        return 'done';
      },
    },
  ],
  resources: [],
  prompts: [],
});

const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'seed', version: '1' },
};

async function connect(greet = true) {
  const connection = kit.open({ channel: { send: () => undefined } });
  const ask = async (text: string): Promise<string> => (await connection.receive(text))!;
  const request = (id: ErlmcpId, method: string, params?: object) =>
    ask(JSON.stringify({ jsonrpc: '2.0', id, method, ...(params && { params }) }));
  if (greet) await request(0, 'initialize', HELLO);
  return { ask, request };
}

const detailsOf = (reply: string) =>
  (JSON.parse(reply) as { error: { data: { details: string } } }).error.data.details;

/** The reply in the members of the seed: a server also says what the failed call did. */
const literal = (reply: string) => reply.replace(/,"effect":"(?:none|done)"(?=\})/, '');

describe.each([42, 'request-xyz', '', 0, -7, '请求'])('under the id %j', (id) => {
  const call = (name: string) => ['tools/call', { name, arguments: {} }] as const;

  it.each([
    ['error_method_not_found', ['tools/remove'], errorMethodNotFound(id, 'tools/remove')],
    ['error_tool_not_found', call('none'), errorToolNotFound(id, 'none')],
    ['error_prompt_not_found', ['prompts/get', { name: 'p' }], errorPromptNotFound(id, 'p')],
    [
      'error_resource_not_found',
      ['resources/read', { uri: 'x:y' }],
      errorResourceNotFound(id, 'x:y'),
    ],
    [
      'error_capability_not_supported',
      call('sampler'),
      errorCapabilityNotSupported(id, 'sampling'),
    ],
    ['error_internal', call('broken'), errorInternal(id)],
  ] as const)(
    'a running server answers as %s does, byte for byte but for the effect',
    async (_, [method, params], text) => {
      expect(literal(await (await connect()).request(id, method, params))).toBe(text);
    },
  );

  it('it answers as error_not_initialized does', async () => {
    const { request } = await connect(false);
    expect(await request(id, 'tools/list')).toBe(errorNotInitialized(id));
  });

  it('it answers as error_invalid_params and error_validation_failed do, with its own details', async () => {
    const { request } = await connect();
    const params = await request(id, 'resources/read', {});
    expect(literal(params)).toBe(errorInvalidParams(id, detailsOf(params)));
    const output = await request(id, ...call('liar'));
    expect(literal(output)).toBe(errorValidationFailed(id, detailsOf(output)));
  });
});

describe('without an id', () => {
  it('a running server answers as error_parse and error_invalid_request do', async () => {
    const { ask } = await connect();
    expect(await ask('{"jsonrpc":')).toBe(errorParse(null));
    const invalid = await ask('5');
    expect(literal(invalid)).toBe(errorInvalidRequest(null, detailsOf(invalid)));
  });
});
