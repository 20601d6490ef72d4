import { objectOrEmpty } from '@errata/core/internal';
import { assertWorked, type Answer, type Wire } from '@errata/prove';
import { causesOf, notOn, saying, type SqlFunProvocation } from './provoke.js';

/** A line that is no UTF-8: the two bytes do not belong together. */
const NO_UTF8 = Buffer.from('7b226a736f6e727063223a22c328227d', 'hex');

/** The bytes that a message may have, on either transport. */
const MAX_MESSAGE_BYTES = 2 ** 24;

/** Clients that a daemon takes at a time. */
const MAX_CLIENTS = 1000;

const ONLY_TOOLS = notOn(
  'tcp',
  'the daemon has a number of its own for wrong params, MISSING_PARAMETER',
);

/** To say something without an id that can be read. The daemon answers as JSON-RPC 2.0 has it, under null; MCP leaves the id out. */
function mumbling(say: (wire: Wire) => Promise<Answer>): SqlFunProvocation['provoke'] {
  return saying(async (wire, { transport }) => {
    const answer = await say(wire);
    if (transport === 'stdio') return answer;
    const { text, message } = answer;
    if (objectOrEmpty(message)['id'] !== null) throw new Error(`the id is not null: ${text}`);
    return { text, message };
  });
}

/** −32700…−32603: texts that are no requests, and requests that nobody can work on. */
export const REQUEST_FAILURES: readonly SqlFunProvocation[] = [
  ...causesOf('PARSE_ERROR', undefined, {
    truncated: {
      cause: 'A text that ends in the middle of an object',
      provoke: mumbling((wire) => wire.send('{"jsonrpc":"2.0","id":7,')),
    },
    encoding: {
      cause: 'A text whose bytes are no UTF-8',
      provoke: mumbling((wire) => wire.send(NO_UTF8)),
    },
  }),
  ...causesOf('INVALID_REQUEST', undefined, {
    version: {
      cause: 'An object of another version of JSON-RPC',
      provoke: saying((wire) => wire.send('{"jsonrpc":"1.0","id":"old","method":"ping"}')),
    },
    id: {
      cause: 'A request whose id is an object',
      provoke: mumbling((wire) => wire.send('{"jsonrpc":"2.0","id":{},"method":"ping"}')),
    },
    'empty batch': {
      cause: 'A list of no requests at all',
      provoke: mumbling((wire) => wire.send('[]')),
    },
    'too large': {
      cause: 'A message with more bytes than are taken',
      provoke: saying((wire) => wire.request('ping', { text: 'x'.repeat(MAX_MESSAGE_BYTES) })),
    },
    handshake: {
      cause: 'The first request is not initialize',
      impossible({ transport, era }) {
        if (transport === 'tcp') return 'the daemon has no handshake of MCP';
        const none = 'that revision has no handshake: every request says what it would';
        return era === '2026-07-28' ? none : undefined;
      },
      provoke: async ({ main }) =>
        (await main.connectProxy({ handshake: false })).request('tools/list', {}),
    },
  }),
  {
    reason: 'METHOD_NOT_FOUND',
    cause: 'A method that nobody knows',
    fields: ['method'],
    provoke: saying((wire) => wire.request('run_query', { sql: 'SELECT 1' })),
  },
  ...causesOf('INVALID_PARAMS', undefined, {
    tool: {
      cause: 'A tool that does not exist',
      told: { details: /./ },
      impossible: ONLY_TOOLS,
      provoke: saying((wire) => wire.callTool('run_query', { sql: 'SELECT 1' })),
    },
    arguments: {
      cause: 'The arguments of a tool are a text',
      told: { details: /./ },
      impossible: ONLY_TOOLS,
      provoke: saying((wire) =>
        wire.request('tools/call', { name: 'validate_query', arguments: 'SELECT 1' }),
      ),
    },
  }),
  ...causesOf('INTERNAL_ERROR', undefined, {
    connections: {
      cause: 'One client more than the daemon takes, for which the contract has no failure',
      told: { details: /has 1000 clients/ },
      async provoke({ crowded }, { transport }) {
        const hello = async () => crowded.hello(await crowded.connectPort(), 'cli');
        for (let count = 0; count < MAX_CLIENTS; count++) assertWorked(await hello(), 'hello');
        const answer = transport === 'stdio' ? crowded.ask('list_schemas', {}) : hello();
        return answer.finally(() => crowded.endDaemon());
      },
    },
  }),
];
