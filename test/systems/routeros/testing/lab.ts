import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpWire } from '@errata/prove';
import {
  type Role,
  type SimulatedDevice,
  startSimulator,
  startTokenIssuer,
  type TokenIssuer,
} from '@errata/routeros/lab';
import { startErrata } from '@errata/testing/errata';
import type { ServedEra } from './reply.js';

/** Whom the tokens are for. */
export const AUDIENCE = 'http://routers.test/mcp';

interface ServiceOptions {
  readonly folder: string;
  readonly database: string;
  /** The key of the credentials. */
  readonly key: string;
  readonly journal: string;
  /** Who signs the tokens; without one everybody is trusted. */
  readonly issuer?: TokenIssuer | undefined;
  /** Milliseconds by which the clock of the process is ahead. */
  readonly ahead?: number;
  /** Seconds for one request to a device. */
  readonly requestTimeout?: number;
}

/** Who sends requests. */
export interface Who {
  readonly sub: string;
  readonly role: Role;
  readonly devices?: readonly string[];
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** A service over HTTP in a process of its own. */
async function startService(options: ServiceOptions) {
  const { folder, database, key, journal, issuer, ahead, requestTimeout } = options;
  const served = await startErrata({
    ...{ system: 'routeros', folder, ahead },
    args: [
      ...['--http', '--port', '0', '--database', database],
      ...(issuer === undefined
        ? ['--trust-everybody']
        : ['--issuer', issuer.issuer, '--url', AUDIENCE]),
      ...(requestTimeout === undefined ? [] : ['--request-timeout', String(requestTimeout)]),
    ],
    env: { ERRATA_ROUTEROS_KEY: key, ERRATA_JOURNAL: journal },
  });
  const tokens: string[] = [];
  return {
    ...served,
    /** Tokens that its users have shown, without the word in front. */
    tokens,
    async connect(era: ServedEra, { sub, role, devices }: Who): Promise<HttpWire> {
      const token = await issuer?.token({
        ...{ sub, roles: role, audience: AUDIENCE },
        ...(devices !== undefined && { devices }),
      });
      if (token === undefined) return served.connect({ era });
      tokens.push(token);
      return served.connect({ era, headers: { authorization: `Bearer ${token}` } });
    },
  };
}

export type Lab = Awaited<ReturnType<typeof openLab>>;

interface LabOptions {
  readonly devices: number;
  /** Default: a new file. */
  readonly database?: string;
}

/** What services are started on, one after another or side by side: routers, users, a key and a journal. */
export async function openLab({ devices, database }: LabOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'errata-lab-'));
  const simulator = await startSimulator({ devices });
  const issuer = await startTokenIssuer();
  const key = randomBytes(32).toString('base64');
  const journal = join(folder, 'journal.jsonl');
  const url = database ?? `sqlite:${join(folder, 'fleet.db')}`;
  const services: Service[] = [];
  return {
    ...{ folder, routers: simulator.devices, issuer, key, journal },
    async serve(options: Partial<Omit<ServiceOptions, 'folder'>> = {}): Promise<Service> {
      const service = await startService({
        ...{ folder, key, journal, database: url, issuer },
        ...options,
      });
      services.push(service);
      return service;
    },
    async close(): Promise<void> {
      for (const service of services) await service.close();
      await simulator.close();
      await issuer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The menus that changes of this service can reach. */
const CONFIGURATION = [
  '/system/identity',
  '/system/ntp/client',
  '/ip/address',
  '/ip/dns',
  '/ip/firewall/address-list',
  '/ip/firewall/filter',
  '/ip/route',
];

/** All settings of a router; counters of firewall rules change by themselves. */
export function configurationOf({ state }: SimulatedDevice): object {
  const rowsOf = (menu: string) =>
    state.rows(menu).map(({ bytes: _bytes, packets: _packets, ...row }) => row);
  return Object.fromEntries(CONFIGURATION.map((menu) => [menu, rowsOf(menu)]));
}

/** The servers that a router asks for names and for the time. */
export function serversOf({ state }: SimulatedDevice): { dns: string; ntp: string } {
  return {
    dns: state.rows('/ip/dns')[0]!['servers'] ?? '',
    ntp: state.rows('/system/ntp/client')[0]!['servers'] ?? '',
  };
}
