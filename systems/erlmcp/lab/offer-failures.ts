import { assertWorked, type Cell } from '@errata/prove';
import {
  impossibleWhere,
  notModern,
  saying,
  withoutData,
  type ErlmcpProvocation,
} from './provoke.js';

const double = (name: string) => ({
  name,
  description: 'Twice as much',
  expression: '2 * x',
});

function withoutHandshake({ era }: Cell): string | undefined {
  return era === '2026-07-28'
    ? 'that revision has no handshake: every request says what it would'
    : undefined;
}

/** −32001…−32005, −32007, −32011: what is not there, not offered, not promised or not allowed. */
export const OFFER_FAILURES: readonly ErlmcpProvocation[] = [
  {
    reason: 'RESOURCE_NOT_FOUND',
    variant: 'deleted',
    cause: 'A file that was listed is deleted before it is read',
    example: { message: 'Resource not found', data: { uri: '<uri>' } },
    async provoke(world) {
      const wire = await world.main.wire();
      const uri = await world.createFile('short-lived.txt');
      const { resources } = assertWorked(await wire.request('resources/list', {}), 'listing');
      if (!JSON.stringify(resources).includes(uri)) throw new Error('the file is not listed');
      await world.deleteFile('short-lived.txt');
      return wire.request('resources/read', { uri });
    },
  },
  {
    reason: 'RESOURCE_NOT_FOUND',
    variant: 'unknown',
    cause: 'A URI with an unknown scheme',
    example: { message: 'Resource not found', data: { uri: 'nowhere:nothing' } },
    provoke: saying((wire) => wire.request('resources/read', { uri: 'nowhere:nothing' })),
  },
  {
    reason: 'TOOL_NOT_FOUND',
    variant: 'unknown',
    cause: 'An unknown tool',
    example: { message: 'Tool not found', data: { tool: 'explode' } },
    provoke: saying((wire) => wire.callTool('explode')),
  },
  {
    reason: 'TOOL_NOT_FOUND',
    variant: 'removed',
    cause: 'A tool that worked is removed while the server runs',
    example: { message: 'Tool not found', data: { tool: 'brief' } },
    provoke: saying(async (wire) => {
      assertWorked(await wire.request('admin/add-tool', double('brief')), 'adding a tool');
      assertWorked(await wire.callTool('brief', { x: 2 }), 'calling it');
      assertWorked(await wire.request('admin/remove-tool', { name: 'brief' }), 'removing it');
      return wire.callTool('brief', { x: 2 });
    }),
  },
  {
    reason: 'PROMPT_NOT_FOUND',
    cause: 'An unknown prompt',
    example: { message: 'Prompt not found', data: { prompt: 'explain-everything' } },
    provoke: saying((wire) => wire.request('prompts/get', { name: 'explain-everything' })),
  },
  {
    reason: 'CAPABILITY_NOT_SUPPORTED',
    variant: 'sampling',
    cause: 'A tool needs sampling, and the client did not declare it',
    example: { message: 'Capability not supported', data: { capability: 'sampling' } },
    impossible: notModern(
      'what a client has to be able to do has a failure of the specification there, −32021',
    ),
    provoke: saying((wire) => wire.callTool('summarize', { text: 'A long story.' })),
  },
  {
    reason: 'CAPABILITY_NOT_SUPPORTED',
    variant: 'resources',
    cause: 'A client asks for resources, and the server has none',
    example: { message: 'Capability not supported', data: { capability: 'resources' } },
    async provoke(world) {
      const wire = await world.bare.wire();
      return wire.request('resources/list', {});
    },
  },
  {
    reason: 'NOT_INITIALIZED',
    cause: 'The first request of a connection is not initialize',
    example: withoutData('Not initialized'),
    impossible: withoutHandshake,
    async provoke(world) {
      const wire = await world.main.connect({ handshake: false });
      return wire.request('tools/list', {});
    },
  },
  {
    reason: 'VALIDATION_FAILED',
    variant: 'output',
    cause: 'The result of a tool is too large for a number',
    example: { message: 'Validation failed', data: { details: '<details>' } },
    provoke: saying((wire) => wire.callTool('multiply', { a: 1e308, b: 10 })),
  },
  {
    reason: 'VALIDATION_FAILED',
    variant: 'arguments',
    cause: 'A string in place of a number',
    example: { message: 'Validation failed', data: { details: '<details>' } },
    impossible: impossibleWhere(
      'rpc',
      'wrong arguments are INVALID_PARAMS there, a failure of the request',
    ),
    provoke: saying((wire) => wire.callTool('add', { a: 'one', b: 2 })),
  },
  {
    reason: 'VALIDATION_FAILED',
    variant: 'duplicate',
    cause: 'A tool is added under a name that is taken',
    example: { message: 'Validation failed', data: { details: '<details>' } },
    provoke: saying((wire) => wire.request('admin/add-tool', double('add'))),
  },
  {
    reason: 'TOOL_DESCRIPTION_TOO_LONG',
    cause: 'A tool is added whose description has 10,001 characters',
    example: { message: 'Tool description too long' },
    fields: ['tool', 'details'],
    provoke: saying((wire) =>
      wire.request('admin/add-tool', { ...double('wordy'), description: 'x'.repeat(10_001) }),
    ),
  },
];
