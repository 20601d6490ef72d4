import type { ChildCommand } from './child.js';
import { ClientV1, ClientV2, HttpV1, HttpV2, SamplingV1, StdioV1, StdioV2 } from './sdk-clients.js';

/** A connected SDK client, as far as the suites use it. */
export interface Session {
  initialized(): unknown;
  listTools(): Promise<unknown>;
  callTool(name: string, args: Record<string, unknown>, onprogress?: OnProgress): Promise<unknown>;
  close(): Promise<void>;
}

export type OnProgress = (progress: { readonly progress: number }) => void;

/** Connects one SDK's client to a process or an address. */
export type Driver = (target: ChildCommand | URL) => Promise<Session>;

const info = { name: 'peers', version: '1.0.0' };
const capabilities = { sampling: {} };

/** What the client says when a server asks for a model. */
const sampled = {
  model: 'none',
  role: 'assistant',
  content: { type: 'text', text: 'It was the client who said this.' },
} as const;

export const drivers: Readonly<Record<'v1' | 'v2', Driver>> = {
  v1: async (target) => {
    const client = new ClientV1(info, { capabilities });
    client.setRequestHandler(SamplingV1, () => sampled);
    const transport = target instanceof URL ? new HttpV1(target) : new StdioV1(stdio(target));
    // The SDK's own types do not agree with each other under exactOptionalPropertyTypes.
    await client.connect(transport as StdioV1);
    return sessionOf(client);
  },
  v2: async (target) => {
    const client = new ClientV2(info, { capabilities });
    client.setRequestHandler('sampling/createMessage', () => sampled);
    await client.connect(target instanceof URL ? new HttpV2(target) : new StdioV2(stdio(target)));
    return sessionOf(client);
  },
};

/** A command as the transports of the SDKs want it. */
export function stdio({ command, args, env = {} }: ChildCommand) {
  const inherited = Object.entries(process.env).filter((entry) => entry[1] !== undefined);
  const all = { ...(Object.fromEntries(inherited) as Record<string, string>), ...env };
  return { command, args: [...args], env: all, stderr: 'ignore' as const };
}

function sessionOf(client: ClientV1 | ClientV2): Session {
  return {
    initialized: () => ({
      server: client.getServerVersion(),
      capabilities: client.getServerCapabilities(),
      instructions: client.getInstructions(),
    }),
    listTools: () => client.listTools(),
    callTool: (name, args, onprogress) =>
      client instanceof ClientV1
        ? client.callTool({ name, arguments: args }, undefined, onprogress && { onprogress })
        : client.callTool({ name, arguments: args }, onprogress && { onprogress }),
    close: () => client.close(),
  };
}
