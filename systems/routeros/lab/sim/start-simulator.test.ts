import { createServer, type Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Asker } from '../testing/devices.js';
import { startSimulator } from './start-simulator.js';

const listening = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));

/** A free port with a taken one behind it, below those that the system gives away. */
async function besideTaken(): Promise<{ port: number; taken: Server }> {
  // Each worker looks in a range of its own.
  for (let port = 20_000 + (process.pid % 100) * 100; ; port += 2) {
    const free = await listening(port);
    const taken = await listening(port + 1);
    if (free !== undefined) await closed(free);
    if (free !== undefined && taken !== undefined) return { port, taken };
    if (taken !== undefined) await closed(taken);
  }
}

describe('a simulator', () => {
  it('starts two hundred devices, each with a state of its own', async () => {
    const simulator = await startSimulator({ devices: 200 });
    try {
      const { devices } = simulator;
      for (const key of ['address', 'name', 'password'] as const) {
        expect(new Set(devices.map((device) => device[key])).size).toBe(200);
      }
      const lan = devices.map((device) => device.state.rows('/ip/address')[1]?.['address']);
      expect(new Set(lan).size).toBe(200);
      expect(devices.every(({ fingerprint }) => fingerprint === simulator.fingerprint)).toBe(true);
      const [first, second] = devices.slice(198).map((device) => new Asker(device));
      await first?.post('/system/identity/set', { name: 'changed' });
      expect((await second?.get('/system/identity'))?.body).toEqual({ name: 'lab-router-200' });
      await Promise.all([first?.close(), second?.close()]);
    } finally {
      await simulator.close();
    }
  });

  it('takes options', async () => {
    const simulator = await startSimulator({
      version: '7.10.1 (stable)',
      username: 'ops',
      password: 'secret',
    });
    const [device] = simulator.devices;
    expect(device).toMatchObject({
      username: 'ops',
      password: 'secret',
      version: '7.10.1 (stable)',
    });
    expect(device?.ca).toBe(simulator.ca);
    await simulator.close();
  });

  it('is the same for the same seed', async () => {
    const facts = async (seed: number) => {
      const simulator = await startSimulator({ seed, devices: 2, now: () => 1e12 });
      await simulator.close();
      return simulator.devices.map(({ password, state }) => [password, state.rows('/interface')]);
    };
    expect(await facts(3)).toEqual(await facts(3));
    expect(await facts(3)).not.toEqual(await facts(4));
  });

  it('leaves nothing open where a port is taken', async () => {
    const { port, taken } = await besideTaken();
    await expect(startSimulator({ devices: 3, ports: port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await closed(taken);
    const simulator = await startSimulator({ ports: port });
    expect(simulator.devices[0]?.address).toBe(`127.0.0.1:${port}`);
    await simulator.close();
    await simulator.close();
  });

  it.each([0, 1.5, 251])('refuses %d devices', async (devices) => {
    await expect(startSimulator({ devices })).rejects.toThrow(RangeError);
  });
});
