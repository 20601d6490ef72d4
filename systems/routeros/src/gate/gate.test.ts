import { routeros, routerosContract } from '@errata/catalogs/routeros';
import { createRedactor, type Fault } from '@errata/core';
import { faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDevice, createServices } from '../../lab/testing/fixtures.js';
import { SINGLE_USER, type User } from '../access/user.js';
import {
  ADDS,
  defineDeviceTool,
  defineServiceTool,
  SETS,
  type RouterosTool,
} from '../tools/tool.js';
import { createGate } from './gate.js';
import { createToolNames } from './tool-names.js';

const input = { dry_run: z.boolean().default(false) };
const output = { rows: z.array(z.string()).optional() };
const common = { title: 'T', description: 'D', input, output };

const did: string[] = [];
const run: Parameters<typeof defineDeviceTool<typeof input, typeof output>>[0]['run'] = async (
  _,
  { device },
) => {
  did.push(device.id);
  return { text: `${device.id} is done\nmore`, facts: { rows: ['a'] } };
};

const failing = (name: string, thrown: unknown) =>
  defineDeviceTool({
    ...{ ...common, name, annotations: SETS },
    run: async () => {
      throw thrown;
    },
  });

const tools: readonly RouterosTool[] = [
  defineDeviceTool({ ...common, name: 'demo/read', run }),
  defineDeviceTool({ ...common, name: 'demo/write', annotations: SETS, run }),
  defineDeviceTool({
    ...{ ...common, name: 'demo/route', tier: 'professional', annotations: ADDS, run },
    flag: 'allow_routing_writes',
  }),
  defineDeviceTool({
    ...{ ...common, name: 'demo/new', run },
    since: '7.10',
  }),
  failing('demo/crash', new RangeError('password=hunter2')),
  failing('demo/refuse', routeros.DEVICE_ERROR({ device_id: 'dev-open', http_status: 400 })),
  failing('demo/menu', routeros.DEVICE_UNSUPPORTED({ device_id: 'dev-open' })),
  defineDeviceTool({
    ...{ ...common, name: 'demo/leak' },
    run: async () => ({
      text: 'log: s3cr3t-pass',
      facts: { rows: ['s3cr3t-pass'] },
    }),
  }),
  defineServiceTool({
    name: 'demo/approve',
    ...{ title: 'T', description: 'D', tier: 'professional', annotations: SETS },
    roles: ['approver'],
    output: { plan_id: z.string() },
    run: async () => ({ text: 'approved', facts: { plan_id: 'plan-1' } }),
  }),
];

const DEVICES = [
  createDevice({ id: 'dev-lab' }),
  createDevice({
    ...{ id: 'dev-open', allow_advanced_writes: true },
    allow_professional_workflows: true,
  }),
  createDevice({ id: 'dev-prod', environment: 'prod' }),
];

const user = (given: Partial<User>): User => ({ ...SINGLE_USER, single: false, ...given });

function open(version?: string) {
  const { services, events, log } = createServices(DEVICES, version ? { version } : {});
  const redactor = createRedactor({ secrets: ['s3cr3t-pass'] });
  const gate = createGate({ services, tools, redactor });
  const call = (name: string, args: unknown = {}, who: User = SINGLE_USER) =>
    gate({
      ...{ name, arguments: args, user: who, progress: () => undefined },
      signal: new AbortController().signal,
    });
  const refusal = (name: string, args?: unknown, who?: User): Promise<Fault> =>
    faultOf(call(name, args, who));
  return { call, refusal, events, log };
}

const on = (device_id: string) => ({ device_id });

describe('the gate, on the way in', () => {
  it('lets a read through, and reports it in words, facts and scalars', async () => {
    const { call, events } = open();
    expect(await call('demo/read', on('dev-lab'))).toEqual({
      content: [{ type: 'text', text: 'dev-lab is done\nmore' }],
      isError: false,
      structuredContent: { device_id: 'dev-lab', rows: ['a'] },
      _meta: { device_id: 'dev-lab' },
    });
    expect(events).toEqual([]);
  });

  it('knows a tool by both of its names', async () => {
    const { call } = open();
    expect(await call('demo_read', on('dev-lab'))).toMatchObject({ isError: false });
  });

  it.each([
    ['an unknown tool', 'demo/none', {}, {}, 'METHOD_NOT_FOUND', { tool: 'demo/none' }],
    [
      'a tier above the role',
      'demo/write',
      on('dev-open'),
      { role: 'read_only' },
      'FORBIDDEN',
      { user_role: 'read_only', tool_tier: 'advanced', tool_name: 'demo/write' },
    ],
    [
      'a tool that names its roles',
      'demo/approve',
      {},
      { role: 'admin' },
      'FORBIDDEN',
      { user_role: 'admin' },
    ],
    [
      'a device out of reach, there or not',
      'demo/read',
      on('dev-nowhere'),
      { devices: ['dev-lab'] },
      'FORBIDDEN',
      { device_id: 'dev-nowhere' },
    ],
    [
      'another environment',
      'demo/read',
      on('dev-prod'),
      {},
      'FORBIDDEN',
      { device_environment: 'prod', service_environment: 'lab' },
    ],
    [
      'the flag of the tier',
      'demo/write',
      on('dev-lab'),
      {},
      'FORBIDDEN',
      { required_flag: 'allow_advanced_writes', tool_tier: 'advanced' },
    ],
    [
      'the flag of the tool',
      'demo/route',
      on('dev-open'),
      {},
      'FORBIDDEN',
      { required_flag: 'allow_routing_writes', tool_tier: 'professional' },
    ],
    [
      'a device that is not registered',
      'demo/read',
      on('dev-unknown'),
      {},
      'NOT_FOUND',
      { device_id: 'dev-unknown', resource_type: 'device', available_device_count: 3 },
    ],
  ] as const)('refuses %s', async (_, name, args, who, reason, context) => {
    did.length = 0;
    const { refusal, events } = open();
    const fault = await refusal(name, args, user(who));
    expect(fault.reason).toBe(reason);
    expect(fault.context).toMatchObject(context);
    expect(did).toEqual([]);
    expect(events.map(({ outcome }) => outcome)).toEqual(reason === 'FORBIDDEN' ? ['denied'] : []);
  });

  it('judges the role before the arguments: who may not call a tool learns nothing of it', async () => {
    const { refusal } = open();
    const fault = await refusal('demo/write', { nonsense: 1 }, user({ role: 'read_only' }));
    expect(fault.reason).toBe('FORBIDDEN');
  });

  it('names five devices at most, and only those in reach', async () => {
    const { refusal } = open();
    const fault = await refusal(
      'demo/read',
      on('dev-unknown'),
      user({ devices: ['dev-unknown', 'dev-lab'] }),
    );
    expect(fault.details).toContain('Available devices: dev-lab. Use registry/list');
    expect(fault.context).toMatchObject({ available_device_count: 1 });
    expect(routerosContract.data(fault, { era: '2025-11-25' })).toMatchObject({
      suggestions: [
        'Use registry/list to see all available devices',
        'Check device_id spelling and try again',
        "Use registry/add to add 'dev-unknown' to the registry",
      ],
    });
  });

  it.each([
    ['7.8', 'DEVICE_UNSUPPORTED'],
    ['7.9.2', 'DEVICE_UNSUPPORTED'],
    ['7.10', undefined],
    ['7.16.2', undefined],
  ])('asks a device of version %s before a tool that needs 7.10', async (version, reason) => {
    const { call, refusal } = open(version);
    if (reason === undefined) {
      expect(await call('demo/new', on('dev-lab'))).toMatchObject({ isError: false });
      return;
    }
    const fault = await refusal('demo/new', on('dev-lab'));
    expect(fault.context).toEqual({
      device_id: 'dev-lab',
      routeros_version: version,
      required_version: '7.10+',
      tool: 'demo/new',
    });
  });
});

describe('the gate, where tools have portable names', () => {
  it('calls every tool as clients know it, in results and in failures', async () => {
    const { services } = createServices(DEVICES);
    const named = [
      ...tools,
      defineServiceTool({
        name: 'registry/list',
        ...{ title: 'T', description: 'D' },
        output: {},
        run: async () => ({ text: 'Next: demo/write, not x/demo/write or demo/writer', facts: {} }),
      }),
    ];
    const gate = createGate({
      ...{ services, tools: named, redactor: createRedactor() },
    });
    const call = (name: string, args: object) =>
      gate({
        ...{ name, arguments: args, user: SINGLE_USER, progress: () => undefined },
        signal: new AbortController().signal,
        names: createToolNames('portable', named),
      });
    expect((await call('registry_list', {})).content[0]?.text).toBe(
      'Next: demo_write, not x/demo/write or demo/writer',
    );
    const thrown = await faultOf(call('demo_write', on('dev-lab')));
    const data = JSON.stringify(routerosContract.data(thrown, { era: '2025-11-25' }));
    expect(data).toContain('registry_list');
    expect(data).not.toContain('registry/list');
  });
});

describe('the gate, on the way out', () => {
  it('records a change before it begins and when it has ended', async () => {
    const { call, events } = open();
    await call('demo/write', on('dev-open'));
    const about = { action: 'demo/write', actor: 'local', tier: 'advanced', device_id: 'dev-open' };
    expect(events).toEqual([
      { ...about, outcome: 'started' },
      { ...about, outcome: 'done', detail: 'dev-open is done' },
    ]);
  });

  it('makes no change that cannot be recorded', async () => {
    did.length = 0;
    const { refusal, log } = open();
    log.broken = true;
    expect(await refusal('demo/write', on('dev-open'))).toMatchObject({
      reason: 'INTERNAL_ERROR',
      effect: 'none',
      details: 'The audit log cannot be written, so the change was not made',
    });
    expect(did).toEqual([]);
  });

  it('reports a change as done where only its record failed, and calls onUnrecorded', async () => {
    const { services, log } = createServices(DEVICES);
    const unrecorded: string[] = [];
    const breaking = defineDeviceTool({
      ...{ ...common, name: 'demo/break', annotations: SETS },
      run: async () => {
        log.broken = true;
        return { text: 'done', facts: { rows: undefined } };
      },
    });
    const gate = createGate({
      ...{ services, tools: [breaking], redactor: createRedactor() },
      onUnrecorded: ({ action, outcome, device_id }) =>
        unrecorded.push(`${action} ${outcome} ${device_id}`),
    });
    const result = await gate({
      ...{ name: 'demo/break', arguments: on('dev-open'), user: SINGLE_USER },
      ...{ progress: () => undefined, signal: new AbortController().signal },
    });
    expect(result.isError).toBe(false);
    expect(unrecorded).toEqual(['demo/break done dev-open']);
  });

  it('records that the effect of a cancelled change is unknown', async () => {
    const { services, events } = createServices(DEVICES);
    const cancelled = new AbortController();
    const slow = defineServiceTool({
      ...{ name: 'demo/slow', title: 'T', description: 'D', tier: 'professional' },
      ...{ annotations: SETS, output: {} },
      run: async (_, { signal }) => {
        cancelled.abort();
        signal.throwIfAborted();
        return { text: '', facts: {} };
      },
    });
    const gate = createGate({ services, tools: [slow], redactor: createRedactor() });
    const call = { name: 'demo/slow', arguments: {}, user: SINGLE_USER, progress: () => undefined };
    await expect(gate({ ...call, signal: cancelled.signal })).rejects.toThrow();
    expect(events.at(-1)).toMatchObject({
      outcome: 'failed',
      detail: expect.stringMatching(/^Cancelled by the caller/),
    });
  });

  it('refuses what it refuses even where the denial cannot be recorded', async () => {
    const { refusal, log } = open();
    log.broken = true;
    expect((await refusal('demo/write', on('dev-lab'))).reason).toBe('FORBIDDEN');
  });

  it('masks what a tool did not foresee, names the tool, and records the failure', async () => {
    const { refusal, events } = open();
    const fault = await refusal('demo/crash', on('dev-open'));
    expect(fault.reason).toBe('INTERNAL_ERROR');
    expect(fault.context).toMatchObject({ tool_name: 'demo/crash', error_type: 'RangeError' });
    expect(events.at(-1)).toMatchObject({
      ...{ outcome: 'failed', reason: 'INTERNAL_ERROR', ref: fault.ref },
    });
    expect(JSON.stringify(events)).not.toContain('hunter2');
  });

  it('passes a declared failure as it is', async () => {
    const { refusal, events } = open();
    const fault = await refusal('demo/refuse', on('dev-open'));
    expect(fault.reason).toBe('DEVICE_ERROR');
    expect(events.map(({ outcome }) => outcome)).toEqual(['started', 'failed']);
  });

  it('reports for what tool a device lacks something', async () => {
    const { refusal } = open();
    expect((await refusal('demo/menu', on('dev-open'))).context).toEqual({
      device_id: 'dev-open',
      tool: 'demo/menu',
    });
  });

  it('takes secrets out of what a device says', async () => {
    const { call } = open();
    const result = await call('demo/leak', on('dev-lab'));
    expect(JSON.stringify(result)).not.toContain('s3cr3t-pass');
    expect(result.content[0]?.text).toBe('log: [REDACTED]');
  });

  it('records the plan that a change is about', async () => {
    const { call, events } = open();
    await call('demo/approve', {}, user({ role: 'approver' }));
    expect(events.at(-1)).toMatchObject({ outcome: 'done', plan_id: 'plan-1' });
  });

  it('takes no two tools of one name', () => {
    const { services } = createServices([]);
    const twice = [tools[0]!, tools[0]!];
    expect(() => createGate({ services, tools: twice, redactor: createRedactor() })).toThrow(
      'two tools are called demo/read',
    );
  });
});
