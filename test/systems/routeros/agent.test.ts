import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator, type Simulator } from '@errata/routeros/lab';
import { afterEach, describe, expect, it } from 'vitest';
import { registration, startAgent, type Agent } from './testing/agent.js';

const folder = mkdtempSync(join(tmpdir(), 'errata-agent-'));
let agent: Agent | undefined;
let sim: Simulator | undefined;

afterEach(async () => {
  await agent?.close();
  await sim?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['legacy', 'auto'] as const)('an agent with a client of the SDK (%s)', (mode) => {
  it('registers, reads, is denied, gets the flag, writes, plans, applies and rolls back', async () => {
    sim = await startSimulator({ devices: 2 });
    agent = await startAgent(folder, mode);
    const [first, second] = sim.devices as [Simulator['devices'][0], Simulator['devices'][0]];
    const { does, isRefused } = agent;
    const dnsOf = async (device_id: string) =>
      (await does('dns/get-status', { device_id }))['dns_servers'];

    // It registers two routers and looks at them.
    await does('registry/add', registration(first, 'dev-lab-01'));
    await does('registry/add', registration(second, 'dev-lab-02'));
    expect(await does('registry/list')).toMatchObject({ total: 2 });
    expect(await does('system/get-overview', { device_id: 'dev-lab-01' })).toMatchObject({
      device_id: 'dev-lab-01',
      routeros_version: '7.16.2',
    });

    // A write is denied, with what has to happen first; nothing was changed.
    const before = await dnsOf('dev-lab-01');
    const wanted = { device_id: 'dev-lab-01', dns_servers: ['192.0.2.53'] };
    expect(await isRefused('dns/update-servers', wanted)).toMatchObject({
      reason: 'FORBIDDEN',
      action: 'ask-user',
      data: { required_flag: 'allow_advanced_writes', device_id: 'dev-lab-01' },
    });
    expect(await dnsOf('dev-lab-01')).toEqual(before);

    // The flag is set, and the same call works.
    await does('registry/update', { device_id: 'dev-lab-01', allow_advanced_writes: true });
    await does('dns/update-servers', wanted);
    expect(await dnsOf('dev-lab-01')).toEqual(['192.0.2.53']);

    // A rollout over both needs another flag, then approval; only then is it applied.
    const rollout = {
      kind: 'dns-ntp-rollout',
      description: 'The new resolvers',
      device_ids: ['dev-lab-01', 'dev-lab-02'],
      change: { dns_servers: ['198.51.100.53', '198.51.100.54'] },
    };
    expect(await isRefused('plan/create', rollout)).toMatchObject({
      reason: 'FORBIDDEN',
      data: { required_flag: 'allow_professional_workflows' },
    });
    for (const device_id of rollout.device_ids) {
      await does('registry/update', { device_id, allow_professional_workflows: true });
    }
    const { plan_id } = await does('plan/create', rollout);
    expect(await isRefused('plan/apply', { plan_id })).toMatchObject({
      reason: 'PLAN_NOT_APPROVED',
      data: { plan_id, plan_status: 'draft', required_status: 'approved' },
    });
    const { approval_token } = await does('plan/approve', { plan_id });
    const untouched = await dnsOf('dev-lab-02');
    expect(await does('plan/apply', { plan_id, approval_token })).toMatchObject({
      status: 'completed',
      outcomes: [
        { device_id: 'dev-lab-01', state: 'applied' },
        { device_id: 'dev-lab-02', state: 'applied' },
      ],
    });
    expect(await dnsOf('dev-lab-02')).toEqual(rollout.change.dns_servers);

    // And rolled back.
    expect(await does('plan/rollback', { plan_id })).toMatchObject({ status: 'rolled_back' });
    expect(await dnsOf('dev-lab-01')).toEqual(['192.0.2.53']);
    expect(await dnsOf('dev-lab-02')).toEqual(untouched);
    expect(await isRefused('plan/apply', { plan_id, approval_token })).toMatchObject({
      reason: 'CONFLICT',
    });

    // Everything that was changed or denied is on record, newest first.
    const { contents } = await agent.client.readResource({ uri: 'audit://recent' });
    const { entries } = JSON.parse((contents[0] as { text: string }).text) as {
      entries: { action: string; outcome: string }[];
    };
    const actions = entries.map(({ action, outcome }) => `${action} ${outcome}`);
    expect(actions).toEqual(
      expect.arrayContaining([
        'dns/update-servers denied',
        'dns/update-servers done',
        'plan/apply denied',
        'plan/apply done',
        'plan/rollback done',
        'registry/add done',
      ]),
    );
    expect(actions.filter((line) => line === 'registry/add done')).toHaveLength(2);
    for (const { password } of sim.devices) expect(JSON.stringify(entries)).not.toContain(password);
  });

  it('offers resources and prompts for the common jobs', async () => {
    sim = await startSimulator();
    agent = await startAgent(folder, mode);
    const { client, does } = agent;
    await does('registry/add', registration(sim.devices[0]!, 'dev-lab-01'));
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['audit://recent', 'device://dev-lab-01/overview']),
    );
    const { contents } = await client.readResource({ uri: 'device://dev-lab-01/overview' });
    expect(contents[0]).toMatchObject({ mimeType: 'application/json' });
    const { prompts } = await client.listPrompts();
    expect(prompts.length).toBeGreaterThanOrEqual(5);
    const { messages } = await client.getPrompt({
      name: 'review-device',
      arguments: { device_id: 'dev-lab-01' },
    });
    expect(JSON.stringify(messages)).toContain('system/get-overview');
    const { tools } = await client.listTools();
    for (const { name, annotations, inputSchema, outputSchema } of tools) {
      expect(name).toMatch(/^[a-z]+\/[a-z-]+$/);
      expect(annotations?.readOnlyHint).toBeTypeOf('boolean');
      expect(inputSchema.type).toBe('object');
      expect(outputSchema?.type).toBe('object');
    }
  });
});
