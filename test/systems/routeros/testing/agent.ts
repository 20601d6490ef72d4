import { recovering } from '@errata/mcp/client';
import type { SimulatedDevice } from '@errata/routeros/lab';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ERRATA } from '@errata/testing/errata';

export type Facts = Record<string, unknown>;

export type Agent = Awaited<ReturnType<typeof startAgent>>;

/** A client that works like an agent: it calls tools, reads the first line of what comes back, and goes on from there. */
export async function startAgent(
  folder: string,
  mode: 'legacy' | 'auto',
  args: readonly string[] = [],
) {
  const inner = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode } });
  const client = recovering(inner);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [ERRATA, 'serve', 'routeros', ...args],
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_STATE_HOME: folder },
      stderr: 'ignore',
    }),
  );
  return {
    client: inner,
    /** The facts of a call that works. */
    async does(tool: string, args: Facts = {}): Promise<Facts> {
      const result = await client.callTool({ name: tool, arguments: args });
      return result.structuredContent as Facts;
    },
    /** What a call that fails was told. */
    async isRefused(tool: string, args: Facts = {}) {
      const outcome = await client.tryCallTool({ name: tool, arguments: args });
      if (outcome.ok) throw new Error(`${tool} worked`);
      const { failure, plan } = outcome;
      return { reason: failure.reason, action: plan?.action, data: failure.data as Facts };
    },
    close: () => client.close(),
  };
}

/** How a router is registered. */
export function registration(
  {
    address,
    username,
    password,
    fingerprint,
  }: Pick<SimulatedDevice, 'address' | 'username' | 'password' | 'fingerprint'>,
  device_id: string,
): Facts {
  return {
    device_id,
    name: `${device_id}-router`,
    management_address: address,
    ...{ username, password, tls_mode: 'pin', tls_fingerprint: fingerprint },
  };
}
