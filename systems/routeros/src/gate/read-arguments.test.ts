import { routerosContract } from '@errata/catalogs/routeros';
import { isFault, type Fault, createView, toRpcErrorJson } from '@errata/core';
import { toolText } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newDevice } from '../../lab/testing/fixtures.js';
import { addDevice } from '../tools/registry.js';
import { deviceId, ipAddress, ipWithPrefix } from '../tools/schemas.js';
import { defineServiceTool, type RouterosTool } from '../tools/tool.js';
import { readArguments } from './gate.js';

const tool = defineServiceTool({
  name: 'demo/tool',
  ...{ title: 'T', description: 'D', tier: 'advanced' },
  input: {
    device_id: deviceId,
    address: ipWithPrefix.optional(),
    dns_servers: z.array(ipAddress).min(1).max(2).optional(),
    password: z.string().min(8).optional(),
    nested: z.object({ count: z.number() }).optional(),
    limit: z.int().min(1).max(9).default(5),
    mode: z.enum(['pin', 'ca']).optional(),
    note: z.string().min(1).max(3).optional(),
    dry_run: z.boolean().default(false),
  },
  output: {},
  run: async () => ({ text: '', facts: {} }),
});

function refusal(given: unknown): Record<string, unknown> {
  return routerosContract.data(faultOf(tool, given), { era: '2025-11-25' }) as never;
}

function faultOf(called: RouterosTool, given: unknown): Fault {
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
      limit: 5,
      dry_run: false,
    });
  });

  it.each<[object, string, string, string]>([
    [{ dns_servers: 'x' }, 'Must be array of strings', 'Array of strings', 'array of strings'],
    [
      { dns_servers: [] },
      'Must have at least 1 item',
      'At least 1 item',
      'value (at least 1 item)',
    ],
    [{ limit: 'x' }, 'Must be integer', 'Integer', 'integer'],
    [{ limit: 1.5 }, 'Must be integer', 'Integer', 'integer'],
    [{ limit: 10 }, 'Must be at most 9', 'At most 9', 'value (at most 9)'],
    [{ mode: 'x' }, 'Must be one of pin, ca', 'One of pin, ca', 'value (one of pin, ca)'],
    [
      { note: 'long' },
      'Must have at most 3 characters',
      'At most 3 characters',
      'value (at most 3 characters)',
    ],
    [{ dry_run: 'yes' }, 'Must be boolean', 'Boolean', 'boolean'],
    [{ nested: 5 }, 'Must be object', 'Object', 'object'],
  ])('says of %j what it must be, and what to provide', (given, message, expected, noun) => {
    const [[field, value]] = Object.entries(given) as [[string, unknown]];
    expect(refusal({ device_id: 'dev-1', ...given })).toMatchObject({
      field,
      value: typeof value === 'object' ? JSON.stringify(value) : String(value),
      expected,
      errors: [{ field, message }],
      suggestion: `Provide a valid ${noun} for field '${field}'`,
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
        errors: [{ field: 'device_id', message: 'Required field missing' }],
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
        errors: [{ field: 'address', message: expect.stringContaining('Valid IPv4') }],
        suggestion: expect.stringMatching(
          /^Provide a valid IPv4 or IPv6 address .* for field 'address'$/,
        ),
      },
    ],
    [
      'a value that is no scalar',
      { device_id: 'dev-1', dns_servers: { a: 1 } },
      {
        field: 'dns_servers',
        details: 'Invalid value for field \'dns_servers\': {"a":1}',
        suggestion: "Provide a valid array of strings for field 'dns_servers'",
      },
    ],
    [
      'a value inside',
      { device_id: 'dev-1', nested: { count: 'x' } },
      { field: 'nested.count', value: 'x' },
    ],
  ])('reports %s', (_, given, data) => {
    expect(refusal(given)).toMatchObject({ mcp_error_code: 'VALIDATION_ERROR', ...data });
  });

  it('refuses a misspelt dry_run, and names what there is', () => {
    expect(refusal({ device_id: 'dev-1', dryrun: true })).toMatchObject({
      field: 'dryrun',
      details: 'dryrun: Unknown field',
      expected:
        'One of device_id, address, dns_servers, password, nested, limit, mode, note, dry_run',
      errors: [{ field: 'dryrun', message: 'Unknown field' }],
    });
  });

  it('reports everything that is wrong at once', () => {
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
    const short = 'Must have at least 1 character';
    const one = faultOf(addDevice, newDevice({ password: '' }));
    expect(toolText(one, routerosContract, view)).toContain(`password: ${short}`);
    expect(JSON.parse(toRpcErrorJson(one, routerosContract, view))).toMatchObject({
      data: { details: `password: ${short}`, expected: 'At least 1 character' },
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
