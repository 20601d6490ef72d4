import { closing, faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import type { SimulatedDevice } from '../../lab/sim/simulated-device.js';
import { startSimulator, type SimulatorOptions } from '../../lab/sim/start-simulator.js';
import { deviceRecord } from '../../lab/testing/fixtures.js';
import type { Device } from '../registry/device.js';
import { createFleet } from './create-fleet.js';

const open = closing();

async function simulated(
  options: SimulatorOptions & { requestTimeout?: number; record?: Partial<Device> } = {},
) {
  const { requestTimeout = 5_000, record, ...simulator } = options;
  const { devices, fingerprint } = open(await startSimulator(simulator));
  const device = devices[0] as SimulatedDevice;
  const { username, password } = device;
  const fleet = open(
    createFleet({
      registry: {
        credentials: async () => ({ username, password }),
        noteVersion: async () => undefined,
      },
      settings: { requestTimeout },
      random: () => 0,
    }),
  );
  const trust = { tls_mode: 'pin', tls_fingerprint: fingerprint } as const;
  const router = fleet.connect(deviceRecord(device.address, { ...trust, ...record }));
  return { device, router };
}

describe('a simulated router', () => {
  it('is read and changed', async () => {
    const { router } = await simulated();
    expect(await router.version()).toBe('7.16.2');
    const created = await router.create('/ip/address', {
      address: '10.77.0.1/24',
      interface: 'ether3',
    });
    const id = created['.id'] ?? '';
    expect(id).toMatch(/^\*[0-9A-F]+$/);
    expect((await router.change('/ip/address', id, { comment: 'mcp' }))['comment']).toBe('mcp');
    expect(await router.list('/ip/address', { comment: 'mcp' })).toHaveLength(1);
    await router.remove('/ip/address', id);
    const fault = await faultOf(router.get('/ip/address', id));
    expect(fault.reason).toBe('DEVICE_ERROR');
    expect(fault.context).toMatchObject({ routeros_error: 'no such item', http_status: 404 });
  });

  it('stops and starts again', async () => {
    const { device, router } = await simulated();
    await router.read('/system/identity');
    await device.stop();
    const fault = await faultOf(router.read('/system/identity'));
    expect(fault.context).toMatchObject({ error_type: 'ECONNREFUSED' });
    await device.start();
    expect(await router.read('/system/identity')).toHaveProperty('name');
  });

  it('answers too late', async () => {
    const { device, router } = await simulated({ requestTimeout: 1_000 });
    await router.read('/system/identity');
    device.setDelay(60_000);
    expect((await faultOf(router.read('/system/identity'))).reason).toBe('TIMEOUT');
  });

  it('has another password', async () => {
    const { device, router } = await simulated();
    device.setPassword('another');
    expect((await faultOf(router.read('/system/identity'))).reason).toBe('DEVICE_AUTH_FAILED');
  });

  it('cuts bodies', async () => {
    const { device, router } = await simulated();
    device.cutBodies(true);
    const fault = await faultOf(router.list('/interface'));
    expect([fault.reason, fault.effect]).toEqual(['DEVICE_UNREACHABLE', 'none']);
    expect(device.requests.filter(({ path }) => path.includes('/interface'))).toHaveLength(3);
  });

  it('fails by itself', async () => {
    const { device, router } = await simulated();
    device.failWith(500);
    const fault = await faultOf(router.create('/ip/address', {}));
    expect([fault.reason, fault.effect]).toEqual(['DEVICE_ERROR', 'unknown']);
    expect(fault.context).toMatchObject({ http_status: 500 });
  });

  it('does what it is asked and does not say so', async () => {
    const { device, router } = await simulated();
    device.swallowWrites(true);
    const row = { address: '10.78.0.1/24', interface: 'ether3' };
    const fault = await faultOf(router.create('/ip/address', row));
    expect([fault.reason, fault.effect]).toEqual(['DEVICE_UNREACHABLE', 'unknown']);
    device.swallowWrites(false);
    const found = await router.list('/ip/address', { address: '10.78.0.1/24' });
    expect(found).toHaveLength(1);
  });

  it('never speaks TLS', async () => {
    const { device, router } = await simulated({ requestTimeout: 300 });
    device.acceptOnly(true);
    const fault = await faultOf(router.read('/system/identity'));
    expect(fault.context).toMatchObject({ error_type: 'ETIMEDOUT', timeout_seconds: 0.3 });
  });

  it('presents another certificate', async () => {
    const { device, router } = await simulated();
    await router.read('/system/identity');
    device.renewCertificate();
    const fault = await faultOf(router.read('/system/identity'));
    expect(fault.context).toMatchObject({ error_type: 'CERT_FINGERPRINT_MISMATCH' });
    expect(fault.nextSteps?.[1]).toContain(device.fingerprint);
  });

  it('lacks a menu', async () => {
    const { device, router } = await simulated();
    device.removeMenu('/ip/dns');
    const fault = await faultOf(router.read('/ip/dns'));
    expect(fault.reason).toBe('DEVICE_UNSUPPORTED');
    expect(fault.details).toContain('/ip/dns');
  });

  it('has another version', async () => {
    const { device, router } = await simulated();
    device.setVersion('7.8');
    expect(await router.version()).toBe('7.8');
  });

  it('has a full routing table', async () => {
    const { device, router } = await simulated();
    device.fillRoutes(5_000);
    expect((await router.list('/ip/route')).length).toBeGreaterThanOrEqual(5_000);
  });

  it('ends a command that takes too long', async () => {
    const { router } = await simulated({ sessionCap: 100 });
    const fault = await faultOf(router.run('/ping', { address: '127.0.0.1' }));
    expect(fault.reason).toBe('DEVICE_ERROR');
    expect(fault.details).toContain('Session closed');
    expect(fault.effect).toBe('none');
  });

  it('is read through faults that pass by themselves', async () => {
    const { device, router } = await simulated();
    device.setChaos({ rate: 0.3, seed: 7, kinds: ['reset', 'cut'] });
    const outcomes: string[] = [];
    for (let i = 0; i < 40; i++) {
      outcomes.push(
        await router.read('/system/identity').then(
          () => 'read',
          () => 'fault',
        ),
      );
    }
    expect(outcomes.filter((outcome) => outcome === 'read').length).toBeGreaterThan(30);
    expect(device.requests.length).toBeGreaterThan(40);
  });
});
