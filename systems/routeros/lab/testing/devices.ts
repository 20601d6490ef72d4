import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { ask, type AskOptions, type Heard } from '@errata/testing';
import { Agent } from 'undici';
import { afterEach, beforeEach } from 'vitest';
import { createFleet, type FleetOptions } from '../../src/device/create-fleet.js';
import type { DeviceRegistry } from '../../src/registry/create-registry.js';
import { FOR_PLANS, register } from './open-lab.js';
import type { SimulatedDevice } from '../sim/simulated-device.js';
import { type Simulator, type SimulatorOptions, startSimulator } from '../sim/start-simulator.js';
import { type Certificate, createCertificate } from '../sim/tls.js';

const shared = createCertificate('router', ['127.0.0.1']);

export type TestDevice = Awaited<ReturnType<typeof startDevice>>;

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** A device with a given behaviour: a real HTTPS server on the loopback. */
export async function startDevice(
  behaviour: Behaviour,
  { certificate = shared, ...tls }: ServerOptions & { certificate?: Certificate } = {},
) {
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer(
    { ...tls, key: certificate.key, cert: certificate.cert },
    (request, response) => {
      requests.push(`${request.method} ${request.url}`);
      authorizations.push(request.headers.authorization);
      behaviour(request, response);
    },
  );
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    certificate,
    /** `GET /rest/ip/address`, in the order in which they came. */
    requests,
    /** Of all requests. */
    authorizations,
    connections: () => connections,
    openSockets: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answer with JSON, as RouterOS does. */
export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

export type FarDevice = Awaited<ReturnType<typeof startFarDevice>>;

/** Start a simulated router with another address than the service, which is at 127.0.0.1, and register it as dev-far. */
export async function startFarDevice(registry: Pick<DeviceRegistry, 'add'>, host = '127.0.0.5') {
  const simulator = await startSimulator({ host });
  const router = simulator.devices[0]!;
  const device = await register(registry, router, {
    ...{ id: 'dev-far', name: 'far-router' },
    ...FOR_PLANS,
  });
  return { router, device, close: () => simulator.close() };
}

interface RestOptions extends Pick<AskOptions, 'body' | 'raw' | 'signal'> {
  readonly username?: string;
  readonly password?: string;
}

/** A client of one device over real HTTPS, which trusts the certificate that the device has now. */
export class Asker {
  readonly #device: SimulatedDevice;
  readonly #agent: Agent;

  constructor(device: SimulatedDevice, connectTimeout = 10_000) {
    this.#device = device;
    this.#agent = new Agent({
      connections: 8,
      connect: { ca: device.ca, timeout: connectTimeout },
    });
  }

  ask(method: string, path: string, options: RestOptions = {}): Promise<Heard> {
    const { address, username, password } = this.#device;
    const { username: name = username, password: word = password, ...rest } = options;
    const token = Buffer.from(`${name}:${word}`).toString('base64');
    const authorization = `Basic ${token}`;
    const dispatcher = this.#agent;
    return ask(`https://${address}/rest`, method, path, { ...rest, authorization, dispatcher });
  }

  get(path: string): Promise<Heard> {
    return this.ask('GET', path);
  }

  post(path: string, body: unknown = {}): Promise<Heard> {
    return this.ask('POST', path, { body });
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** A fresh device and a client of it for each test. */
export function useDevice(options: SimulatorOptions = {}) {
  let simulator: Simulator;
  let device: SimulatedDevice;
  let client: Asker;
  beforeEach(async () => {
    simulator = await startSimulator(options);
    device = simulator.devices[0]!;
    client = new Asker(device);
  });
  afterEach(async () => {
    await client.close();
    await simulator.close();
  });
  return {
    get device() {
      return device;
    },
    get client() {
      return client;
    },
  };
}

/** The answer of RouterOS to something that it refuses. */
export const refusal = (detail: string, error = 400, message = 'Bad Request') => ({
  status: error,
  body: { error, message, detail },
});

export const USERNAME = 'mcp-service';
export const PASSWORD = 'k9#Vq-test-password-7Zx';

/** A fleet whose registry knows one password for all devices. `versions` is what was told to the registry. */
export function testFleet(
  options: Partial<Omit<FleetOptions, 'settings'>> & { readonly requestTimeout?: number } = {},
) {
  const { requestTimeout = 300_000, ...given } = options;
  const versions: string[] = [];
  const fleet = createFleet({
    registry: {
      credentials: async () => ({ username: USERNAME, password: PASSWORD }),
      noteVersion: async (id, version) => void versions.push(`${id} ${version}`),
    },
    settings: { requestTimeout },
    random: () => 0,
    ...given,
  });
  return { ...fleet, versions };
}
