import process from 'node:process';
import { MAX_MESSAGE_BYTES } from './world.js';
import { impossibleWhere, saying, withoutData, type ErlmcpProvocation } from './provoke.js';

/** A line that is no UTF-8: the two bytes do not belong together. */
const NO_UTF8 = Buffer.from('7b226a736f6e727063223a22c328227d', 'hex');

/** −32700…−32603: invalid requests, and requests that no method can serve. */
export const REQUEST_FAILURES: readonly ErlmcpProvocation[] = [
  {
    reason: 'PARSE_ERROR',
    variant: 'truncated',
    cause: 'JSON that ends in the middle of an object',
    example: withoutData('Parse error'),
    provoke: saying((wire) => wire.send('{"jsonrpc":"2.0","id":7,')),
  },
  {
    reason: 'PARSE_ERROR',
    variant: 'encoding',
    cause: 'A message that is not valid UTF-8',
    example: withoutData('Parse error'),
    provoke: saying((wire) => wire.send(NO_UTF8)),
  },
  {
    reason: 'INVALID_REQUEST',
    variant: 'version',
    cause: 'A request with another jsonrpc version',
    example: { message: 'Invalid Request' },
    provoke: saying((wire) => wire.send('{"jsonrpc":"1.0","id":"old","method":"tools/list"}')),
  },
  {
    reason: 'INVALID_REQUEST',
    variant: 'id',
    cause: 'A request whose id is an object',
    example: { message: 'Invalid Request' },
    provoke: saying((wire) => wire.send('{"jsonrpc":"2.0","id":{},"method":"tools/list"}')),
  },
  {
    reason: 'INVALID_REQUEST',
    variant: 'empty batch',
    cause: 'An empty batch',
    example: { message: 'Invalid Request' },
    provoke: saying((wire) => wire.send('[]')),
  },
  {
    reason: 'INVALID_REQUEST',
    variant: 'too large',
    cause: 'A message over the size limit',
    example: { message: 'Invalid Request' },
    provoke: saying((wire) =>
      wire.request('tools/list', { cursor: 'x'.repeat(MAX_MESSAGE_BYTES) }),
    ),
  },
  {
    reason: 'METHOD_NOT_FOUND',
    cause: 'An unknown method',
    example: { message: 'Method not found', data: { method: 'invalid/method' } },
    provoke: saying((wire) => wire.request('invalid/method', {})),
  },
  {
    reason: 'INVALID_PARAMS',
    variant: 'uri',
    cause: 'resources/read without a URI',
    example: {
      message: 'Invalid params',
      data: { details: "Missing required 'uri' parameter" },
    },
    provoke: saying((wire) => wire.request('resources/read', {})),
  },
  {
    reason: 'INVALID_PARAMS',
    variant: 'path',
    cause: 'The URI of a file points outside the folder',
    example: { message: 'Invalid params', data: { details: '<details>' } },
    async provoke(world) {
      const wire = await world.main.wire();
      return wire.request('resources/read', { uri: world.outside });
    },
  },
  {
    reason: 'INVALID_PARAMS',
    variant: 'arguments',
    cause: 'A string in place of a number',
    example: { message: 'Invalid params', data: { details: '<details>' } },
    impossible: impossibleWhere(
      'tool',
      'wrong arguments are VALIDATION_FAILED there, a failure of the tool',
    ),
    provoke: saying((wire) => wire.callTool('add', { a: 'one', b: 2 })),
  },
  {
    reason: 'INTERNAL_ERROR',
    variant: 'disk',
    cause: 'The system reports an I/O error (EIO) while a file is read',
    example: withoutData('Internal error'),
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
    example: withoutData('Internal error'),
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
