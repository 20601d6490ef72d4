import {
  McpServer as McpServerV1,
  ResourceTemplate as TemplateV1,
} from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  McpServer as McpServerV2,
  ResourceTemplate as TemplateV2,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** What tools and features of a server under test do, in one place for both SDKs. */
export type Behaviour = () => unknown;

export interface Behaviours {
  readonly tool?: Behaviour;
  readonly strictTool?: Behaviour;
  readonly resource?: Behaviour;
  readonly prompt?: Behaviour;
  readonly completion?: Behaviour;
}

const ok = () => ({ content: [{ type: 'text', text: 'fine' }] });

/** v1 takes the shape of a prompt's arguments only, v2 the whole schema only. */
const promptShape = { name: z.string().max(20) };

const inputSchema = {
  qty: z.number().int().min(1).describe('How many'),
  unit: z.enum(['kg', 'lb']).optional(),
};

/** A server with one of everything; what each of them does is the test's business. */
export function createV1(behaviours: Behaviours = {}): McpServerV1 {
  const server = new McpServerV1({ name: 'under-test', version: '1' });
  register(server as unknown as Registrar, behaviours, {
    template: (pattern) => new TemplateV1(pattern, completing(behaviours)),
    argsSchema: promptShape,
  });
  return server;
}

export function createV2(behaviours: Behaviours = {}): McpServerV2 {
  const server = new McpServerV2({ name: 'under-test', version: '1' });
  register(server as unknown as Registrar, behaviours, {
    template: (pattern) => new TemplateV2(pattern, completing(behaviours)),
    argsSchema: z.object(promptShape),
  });
  return server;
}

const completing = ({ completion = () => ['a'] }: Behaviours) => ({
  list: undefined,
  complete: { id: (async () => completion()) as never },
});

/** Both SDKs register alike; v2 wants whole schemas where v1 takes shapes. */
interface Registrar {
  registerTool(name: string, config: object, run: Behaviour): unknown;
  registerResource(name: string, uri: unknown, config: object, run: Behaviour): unknown;
  registerPrompt(name: string, config: object, run: Behaviour): unknown;
}

function register(
  server: Registrar,
  behaviours: Behaviours,
  { template, argsSchema }: { template: (pattern: string) => unknown; argsSchema: unknown },
): void {
  const run = (key: keyof Behaviours) => async () => (behaviours[key] ?? ok)();
  server.registerTool('weigh', { inputSchema: z.object(inputSchema) }, run('tool'));
  server.registerTool('ping', {}, run('tool'));
  server.registerTool(
    'strict',
    { outputSchema: z.object({ grams: z.number() }) },
    run('strictTool'),
  );
  server.registerResource('thing', 'demo://thing', {}, run('resource'));
  server.registerResource('things', template('demo://things/{id}'), {}, run('resource'));
  server.registerPrompt('greet', { argsSchema }, run('prompt'));
}
