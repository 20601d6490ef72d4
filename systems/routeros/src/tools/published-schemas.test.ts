import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { newDevice } from '../../lab/testing/fixtures.js';
import { createToolNames } from '../gate/tool-names.js';
import { listTools } from '../server/create-mcp-server.js';
import { TOOLS } from './all.js';

const listed = listTools(TOOLS, createToolNames('literal', TOOLS));
const published = listed.flatMap(({ name, inputSchema, outputSchema }) => [
  [`${name} input`, inputSchema] as const,
  [`${name} output`, outputSchema] as const,
]);

/** Every value of a member, however deep it lies. */
function valuesOf(schema: unknown, member: string): readonly unknown[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => [
    ...(name === member && typeof value !== 'object' ? [value as unknown] : []),
    ...valuesOf(value, member),
  ]);
}

describe('the listed descriptions', () => {
  it('name the flags that a change needs, and leave them to the user', () => {
    const needs = listed.flatMap(({ description }) => /Needs .*/.exec(description) ?? []);
    expect(needs).toContain('Needs allow_advanced_writes on the device (ask the user).');
    expect(needs.filter((text) => text.includes('registry/'))).toEqual([]);
  });
});

describe('the published schemas', () => {
  it.each(published)('of %s can be compiled', (_, schema) => {
    expect(new Ajv2020({ strict: true, strictTypes: false }).compile(schema)).toBeTypeOf(
      'function',
    );
  });

  it('have patterns that every validator knows', () => {
    const patterns = published.flatMap(([, schema]) => valuesOf(schema, 'pattern'));
    expect(patterns.length).toBeGreaterThan(20);
    expect(patterns.filter((pattern) => String(pattern).includes('\\p'))).toEqual([]);
  });

  it('do not have the bounds of JavaScript', () => {
    const bounds = published.flatMap(([, schema]) => [
      ...valuesOf(schema, 'minimum'),
      ...valuesOf(schema, 'maximum'),
    ]);
    expect(bounds).toContain(6000);
    expect(bounds.map(Number).filter((bound) => !(Math.abs(bound) < 2 ** 32))).toEqual([]);
  });

  it('take a fingerprint as the service takes it', () => {
    const { inputSchema } = listed.find(({ name }) => name === 'registry/add')!;
    const accepts = new Ajv2020({ strict: false }).compile(inputSchema);
    for (const tls_fingerprint of ['ab:'.repeat(31) + 'ab', 'AB'.repeat(32), 'aB'.repeat(32)]) {
      expect(accepts(newDevice({ tls_fingerprint }))).toBe(true);
    }
    expect(accepts(newDevice({ tls_fingerprint: 'ab' }))).toBe(false);
  });

  it('take the example of each kind of plan, and name it', () => {
    const { inputSchema } = listed.find(({ name }) => name === 'plan/create')!;
    const accepts = new Ajv2020({ strict: false }).compile(inputSchema);
    const plan = { description: 'x', device_ids: ['dev-1'] };
    const route = { action: 'add', dst_address: '192.0.2.0/24', gateway: '10.0.0.1' };
    expect(accepts({ ...plan, kind: 'static-route', change: route })).toBe(true);
    expect(accepts({ ...plan, kind: 'static-route', change: { route } })).toBe(false);
    expect(valuesOf(inputSchema, 'title')).toEqual([
      'static-route',
      'firewall-rule',
      'dns-ntp-rollout',
    ]);
  });
});
