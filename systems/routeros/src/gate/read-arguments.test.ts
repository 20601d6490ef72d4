import { routerosContract } from '@errata/catalogs/routeros';
import { createView, toRpcErrorJson, toolText } from '@errata/core/contract';
import { isFault, type Fault } from '@errata/core/fault';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDevice } from '../tools/registry/add.js';
import { newDevice } from '../tools/registry/testing/fixtures.js';
import { deviceId, ipAddress, ipWithPrefix } from '../tools/schemas.js';
import { defineServiceTool, READS, type Tool } from '../tools/tool.js';
import { readArguments } from './read-arguments.js';

const tool = defineServiceTool({
  name: 'demo/tool',
  ...{ title: 'T', description: 'D', tier: 'advanced', annotations: READS },
  input: z.object({
    device_id: deviceId,
    address: ipWithPrefix.optional(),
    dns_servers: z.array(ipAddress, 'Must be array of strings').optional(),
    password: z.string().min(8).optional(),
    nested: z.object({ count: z.number() }).optional(),
    dry_run: z.boolean().default(false),
  }),
  output: z.object({}),
  run: async () => ({ text: '', facts: {} }),
});

function refusal(given: unknown): Record<string, unknown> {
  return routerosContract.data(faultOf(tool, given), { era: '2025-11-25' }) as never;
}

function faultOf(called: Tool, given: unknown): Fault {
  try {
    readArguments(called, given);
  } catch (thrown) {
    if (!isFault(thrown)) throw thrown;
    expect(thrown.reason).toBe('VALIDATION_ERROR');
    return thrown;
  }
  throw new Error('they were taken');
}

describe('readArguments', () => {
  it('gives what the tool declares, defaults included', () => {
    expect(readArguments(tool, { device_id: 'dev-1' })).toEqual({
      device_id: 'dev-1',
      dry_run: false,
    });
  });

  it.each([
    [
      'a missing field',
      {},
      {
        details: "Required field 'device_id' is missing",
        field: 'device_id',
        expected: 'device_id must be provided',
      },
    ],
    [
      'no arguments at all',
      undefined,
      { details: "Required field 'device_id' is missing", field: 'device_id' },
    ],
    [
      'a malformed device id',
      { device_id: 'Dev Lab' },
      {
        details: "Device 'Dev Lab' not found",
        field: 'device_id',
        value: 'Dev Lab',
        expected: 'Valid device ID from registry (use registry/list to see options)',
      },
    ],
    [
      'a malformed address',
      { device_id: 'dev-1', address: '192.168.1.999/24' },
      {
        details: 'Invalid IP address: 192.168.1.999/24',
        field: 'address',
        value: '192.168.1.999/24',
        expected: expect.stringContaining('Valid IPv4 or IPv6 address'),
      },
    ],
    [
      'a value that cannot be shown',
      { device_id: 'dev-1', dns_servers: { a: 1 } },
      { field: 'dns_servers', details: 'dns_servers: Must be array of strings' },
    ],
    [
      'a value inside',
      { device_id: 'dev-1', nested: { count: 'x' } },
      { field: 'nested.count', value: 'x' },
    ],
  ])('tells %s', (_, given, data) => {
    expect(refusal(given)).toMatchObject({ mcp_error_code: 'VALIDATION_ERROR', ...data });
  });

  it('refuses a misspelt dry_run, and names what there is', () => {
    expect(refusal({ device_id: 'dev-1', dryrun: true })).toMatchObject({
      field: 'dryrun',
      details: 'dryrun: Unknown field',
      expected: 'One of device_id, address, dns_servers, password, nested, dry_run',
    });
  });

  it('tells everything that is wrong at once', () => {
    const data = refusal({ dns_servers: 'x', extra: 1, another: 2 });
    expect(data).toMatchObject({ details: 'Multiple validation errors' });
    expect(data['errors']).toEqual([
      { field: 'device_id', message: 'Required field missing' },
      { field: 'dns_servers', message: 'Must be array of strings' },
      { field: 'extra', message: 'Unknown field', expected: expect.stringMatching(/^One of/) },
      { field: 'another', message: 'Unknown field', expected: expect.stringMatching(/^One of/) },
    ]);
  });

  it('never repeats a password', () => {
    const data = refusal({ device_id: 'dev-1', password: 'hunter2' });
    expect(data).toMatchObject({ field: 'password' });
    expect(JSON.stringify(data)).not.toContain('hunter2');
  });

  it('says what is wrong with a password on every surface', () => {
    const view = createView({ era: '2025-11-25' });
    const short = 'Too small: expected string to have >=1 characters';
    const one = faultOf(addDevice, newDevice({ password: '' }));
    expect(toolText(one, routerosContract, view)).toContain(`password: ${short}`);
    expect(JSON.parse(toRpcErrorJson(one, routerosContract, view))).toMatchObject({
      data: { details: `password: ${short}`, expected: short },
    });
    const several = faultOf(addDevice, newDevice({ password: '', max_concurrent: 0 }));
    expect(toolText(several, routerosContract, view)).toContain(`- password: ${short}`);
    const unknown = faultOf(addDevice, newDevice({ 'password=hunter2': 1 }));
    expect(toolText(unknown, routerosContract, view)).not.toContain('hunter2');
  });

  it.each([[5], ['text'], [[]], [null]])('refuses %j', (given) => {
    if (given === null) expect(refusal(given)).toMatchObject({ field: 'device_id' });
    else expect(refusal(given)).toMatchObject({ field: 'arguments' });
  });
});
