import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectStdio, type StdioWire } from '@errata/prove';
import { startSimulator, type Simulator } from '@errata/routeros/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registration } from './testing/agent.js';
import { factsOf, failureOf } from './testing/reply.js';
import { ERRATA } from '@errata/testing/errata';

const SERVE = [process.execPath, ERRATA, 'serve', 'routeros'] as const;

const folder = mkdtempSync(join(tmpdir(), 'errata-end-'));
const FLAGS = { allow_advanced_writes: true, allow_professional_workflows: true };
let sim: Simulator;
let wire: StdioWire | undefined;

/** A service with a short drain, so that the end does not wait for the whole plan. */
async function start(): Promise<StdioWire> {
  const [command, ...args] = SERVE;
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_STATE_HOME: folder };
  const options = ['--request-timeout', '2'];
  wire = await connectStdio({
    ...{ command, args: [...args, ...options], env, era: '2025-11-25', grace: 30_000 },
  });
  return wire;
}

beforeAll(async () => {
  sim = await startSimulator({ devices: 8 });
});

afterAll(async () => {
  await wire?.close();
  await sim.close();
  rmSync(folder, { recursive: true, force: true });
});

const servers = () => sim.devices.map(({ state }) => state.rows('/ip/dns')[0]!['servers']);

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a service that ends in the middle of a plan', () => {
  it('rolls it back, answers the waiting call, and leaves nothing executing', async () => {
    const first = await start();
    const device_ids = sim.devices.map((_, index) => `dev-${index}`);
    for (const [index, router] of sim.devices.entries()) {
      await factsOf(
        first.callTool('registry/add', { ...registration(router, `dev-${index}`), ...FLAGS }),
      );
    }
    const before = servers();
    const change = { dns_servers: ['192.0.2.53'] };
    const { plan_id } = await factsOf(
      first.callTool('plan/create', {
        ...{ kind: 'dns-ntp-rollout', description: 'New resolvers', device_ids, change },
      }),
    );
    const { approval_token } = await factsOf(first.callTool('plan/approve', { plan_id }));
    for (const router of sim.devices) router.setDelay(400);
    const applying = first.callTool('plan/apply', { plan_id, approval_token });
    await until(() => servers()[0] === '192.0.2.53');
    process.kill(first.pid!, 'SIGTERM');

    expect(await failureOf(applying)).toMatchObject({
      reason: 'CONFLICT',
      data: { plan_id, plan_status: 'rolled_back' },
    });
    expect(await first.ended).toBe(143);
    expect(servers()).toEqual(before);

    for (const router of sim.devices) router.setDelay(0);
    const plan = await factsOf((await start()).callTool('plan/get', { plan_id }));
    expect(plan).toMatchObject({ status: 'rolled_back', failure: 'The service was shut down' });
  });
});
