import { objectOrEmpty } from '@errata/core/internal';
import { assertWorked, type Answer } from '@errata/prove';
import { causesIn, notOn, sending, type Provoke } from './provoke.js';

/** A line that is not UTF-8: the two bytes do not belong together. */
const NOT_UTF8 = Buffer.from('7b226a736f6e727063223a22c328227d', 'hex');

/** The bytes that a message may have, on either transport. */
const MAX_MESSAGE_BYTES = 2 ** 24;

const MAX_CLIENTS = 1000;

const ONLY_TOOLS = notOn(
  'tcp',
  'the daemon has a number of its own for wrong params, MISSING_PARAMETER',
);

/** Sends something without a readable id. The daemon answers as JSON-RPC 2.0 has it, under null; MCP leaves the id out. */
function withoutId(line: string | Uint8Array): Provoke {
  return sending(async (wire, { transport }): Promise<Answer> => {
    const answer = await wire.send(line);
    if (transport === 'stdio') return answer;
    const { text, message } = answer;
    if (objectOrEmpty(message)['id'] !== null) throw new Error(`the id is not null: ${text}`);
    return { text, message };
  });
}

/** −32700…−32603: texts that are not requests, and requests that nobody can work on. */
export const REQUEST_FAILURES = causesIn(
  `
# PARSE_ERROR
truncated | A text that ends in the middle of an object
encoding | Bytes that are not valid UTF-8
# INVALID_REQUEST
version | An object of another version of JSON-RPC
id | A request whose id is an object
empty batch | An empty batch
too large | A message over the size limit
handshake | The first request is not initialize
# METHOD_NOT_FOUND
unknown | A method that nobody knows |  method=run_query
# INVALID_PARAMS
tool | A tool that does not exist | details
arguments | The arguments of a tool are a text | details
# INTERNAL_ERROR
connections | One client over the limit of the daemon; the contract has no failure for it | details=has 1000 clients
`,
  {
    truncated: withoutId('{"jsonrpc":"2.0","id":7,'),
    encoding: withoutId(NOT_UTF8),
    version: sending((wire) => wire.send('{"jsonrpc":"1.0","id":"old","method":"ping"}')),
    id: withoutId('{"jsonrpc":"2.0","id":{},"method":"ping"}'),
    'empty batch': withoutId('[]'),
    'too large': sending((wire) => wire.request('ping', { text: 'x'.repeat(MAX_MESSAGE_BYTES) })),
    handshake: {
      impossible({ transport, era }) {
        if (transport === 'tcp') return 'the daemon has no handshake of MCP';
        const none = 'that revision has no handshake: every request says what it would';
        return era === '2026-07-28' ? none : undefined;
      },
      provoke: async ({ main }) =>
        (await main.connectProxy({ handshake: false })).request('tools/list', {}),
    },
    unknown: sending((wire) => wire.request('run_query', { sql: 'SELECT 1' })),
    tool: {
      impossible: ONLY_TOOLS,
      provoke: sending((wire) => wire.callTool('run_query', { sql: 'SELECT 1' })),
    },
    arguments: {
      impossible: ONLY_TOOLS,
      provoke: sending((wire) =>
        wire.request('tools/call', { name: 'validate_query', arguments: 'SELECT 1' }),
      ),
    },
    async connections({ crowded }, { transport }) {
      const hello = async () => crowded.hello(await crowded.connectPort(), 'cli');
      for (let count = 0; count < MAX_CLIENTS; count++) assertWorked(await hello(), 'hello');
      const answer = transport === 'stdio' ? crowded.ask('list_schemas', {}) : hello();
      return answer.finally(() => crowded.endDaemon());
    },
  },
);
