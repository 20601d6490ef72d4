import process from 'node:process';
import { MAX_MESSAGE_BYTES } from './world.js';
import { notModern, saying, type Provoke } from './provoke.js';

/** A line that is no UTF-8: the two bytes do not belong together. */
const NO_UTF8 = Buffer.from('7b226a736f6e727063223a22c328227d', 'hex');

/** −32700…−32603: texts that are no requests, and requests that nobody can work on. */
export const REQUEST_FAILURES: readonly Provoke[] = [
  {
    reason: 'PARSE_ERROR',
    variant: 'truncated',
    cause: 'A text that ends in the middle of an object',
    provoke: saying((wire) => wire.send('{"jsonrpc":"2.0","id":7,')),
  },
  {
    reason: 'PARSE_ERROR',
    variant: 'encoding',
    cause: 'A text whose bytes are no UTF-8',
    provoke: saying((wire) => wire.send(NO_UTF8)),
  },
  {
    reason: 'INVALID_REQUEST',
    variant: 'version',
    cause: 'An object of another version of JSON-RPC',
    provoke: saying((wire) => wire.send('{"jsonrpc":"1.0","id":"old","method":"tools/list"}')),
  },
  {
    reason: 'INVALID_REQUEST',
    variant: 'id',
    cause: 'A request whose id is an object',
    provoke: saying((wire) => wire.send('{"jsonrpc":"2.0","id":{},"method":"tools/list"}')),
  },
  {
    reason: 'INVALID_REQUEST',
    variant: 'empty batch',
    cause: 'A list of no requests at all',
    provoke: saying((wire) => wire.send('[]')),
  },
  {
    reason: 'INVALID_REQUEST',
    variant: 'too large',
    cause: 'A message with more bytes than the server takes',
    provoke: saying((wire) =>
      wire.request('tools/list', { cursor: 'x'.repeat(MAX_MESSAGE_BYTES) }),
    ),
  },
  {
    reason: 'METHOD_NOT_FOUND',
    cause: 'A method that nobody knows',
    fields: ['method'],
    provoke: saying((wire) => wire.request('tools/remove', {})),
  },
  {
    reason: 'INVALID_PARAMS',
    variant: 'uri',
    cause: 'resources/read does not say what to read',
    fields: ['details'],
    provoke: saying((wire) => wire.request('resources/read', {})),
  },
  {
    reason: 'INVALID_PARAMS',
    variant: 'path',
    cause: 'The URI of a file leads out of the folder',
    fields: ['details'],
    async provoke(world) {
      const wire = await world.main.wire();
      return wire.request('resources/read', { uri: world.outside });
    },
  },
  {
    reason: 'INVALID_PARAMS',
    variant: 'arguments',
    cause: 'A number in words',
    fields: ['details'],
    impossible: notModern('wrong arguments are VALIDATION_FAILED there, a failure of the tool'),
    provoke: saying((wire) => wire.callTool('add', { a: 'one', b: 2 })),
  },
  {
    reason: 'INTERNAL_ERROR',
    variant: 'disk',
    cause: 'The system reports an I/O error (EIO) while a file is read',
    impossible: () =>
      process.platform === 'linux'
        ? undefined
        : 'a disk would have to break; only Linux has a file that can be opened and not read',
    async provoke(world) {
      const wire = await world.unreadable.wire();
      return wire.request('resources/read', { uri: 'file:///proc/self/mem' });
    },
  },
  {
    reason: 'INTERNAL_ERROR',
    variant: 'stopped',
    cause: 'The server is stopped with SIGTERM while its upstream keeps a request waiting',
    lane: 'stopped',
    impossible: ({ transport }) =>
      transport === 'http'
        ? 'HTTP gives it as long as the upstream may take, and TRANSPORT_ERROR comes first'
        : undefined,
    async provoke(world) {
      const { served, waits } = await world.waiting();
      const wire = await served.wire();
      const reading = wire.request('resources/read', { uri: 'upstream:report' });
      await Promise.race([waits, reading]);
      served.stop();
      return reading;
    },
  },
];
