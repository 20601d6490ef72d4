import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectHttp, type HttpWire, startServer } from '@errata/prove';
import {
  type Role,
  type SimulatedDevice,
  startSimulator,
  startTokenIssuer,
  type TokenIssuer,
} from '@errata/routeros/lab';
import { ERRATA } from '@errata/testing/errata';
import type { ServedEra } from './reply.js';

const SERVE = [process.execPath, ERRATA, 'serve', 'routeros'] as const;

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

/** A service over HTTP in a process of its own. */
export interface Service {
  readonly url: string;
  /** All that it said. */
  stderr(): string;
  /** Tokens that its users have shown, without the word in front. */
  readonly tokens: readonly string[];
  connect(era: ServedEra, who: Who): Promise<HttpWire>;
  /** As `kill -9` does it; settles when the process is gone. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

async function startService(options: ServiceOptions): Promise<Service> {
  const { folder, database, key, journal, issuer, ahead, requestTimeout } = options;
  const [command, ...serve] = SERVE;
  const { PATH } = process.env;
  let stderr = '';
  const server = await startServer({
    command,
    args: [
      ...[...serve, '--http', '--port', '0', '--database', database],
      ...(issuer === undefined
        ? ['--trust-everybody']
        : ['--issuer', issuer.issuer, '--url', AUDIENCE]),
      ...(requestTimeout === undefined ? [] : ['--request-timeout', String(requestTimeout)]),
    ],
    env: {
      ...{ PATH, HOME: folder, XDG_STATE_HOME: folder },
      ...{ ERRATA_ROUTEROS_KEY: key, ERRATA_JOURNAL: journal },
      ...(ahead !== undefined && { NODE_OPTIONS: `--import=${clockModule(ahead)}` }),
    },
    ready: /listening on (\S+)/,
    stderr: (text) => (stderr += text),
  });
  const url = server.match[1]!;
  const wires: HttpWire[] = [];
  const tokens: string[] = [];
  let gone = false;
  const ended = server.ended.then(() => (gone = true));
  return {
    ...{ url, tokens },
    stderr: () => stderr,
    async connect(era, { sub, role, devices }) {
      const token = await issuer?.token({
        ...{ sub, roles: role, audience: AUDIENCE },
        ...(devices !== undefined && { devices }),
      });
      if (token !== undefined) tokens.push(token);
      const headers: Record<string, string> =
        token === undefined ? {} : { authorization: `Bearer ${token}` };
      const wire = await connectHttp({ url, era, headers });
      wires.push(wire);
      return wire;
    },
    async kill() {
      process.kill(server.pid!, 'SIGKILL');
      await ended;
    },
    async close() {
      await Promise.all(wires.map((wire) => wire.close()));
      if (!gone) process.kill(server.pid!, 'SIGTERM');
      await server.close();
    },
  };
}

/** Something to load first, which puts the clock of a process forward. */
function clockModule(ahead: number): string {
  const code = `const now = Date.now; Date.now = () => now() + ${ahead};`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** What services are started on, one after another or side by side: routers, users, a key and a journal. */
export interface Lab {
  readonly folder: string;
  readonly routers: readonly SimulatedDevice[];
  readonly issuer: TokenIssuer;
  readonly key: string;
  readonly journal: string;
  serve(
    options?: Partial<Pick<ServiceOptions, 'database' | 'issuer' | 'ahead' | 'requestTimeout'>>,
  ): Promise<Service>;
  close(): Promise<void>;
}

interface LabOptions {
  readonly devices: number;
  /** A file of its own unless told. */
  readonly database?: string;
}

export async function openLab({ devices, database }: LabOptions): Promise<Lab> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-lab-'));
  const simulator = await startSimulator({ devices });
  const issuer = await startTokenIssuer();
  const key = randomBytes(32).toString('base64');
  const journal = join(folder, 'journal.jsonl');
  const url = database ?? `sqlite:${join(folder, 'fleet.db')}`;
  const services: Service[] = [];
  return {
    ...{ folder, routers: simulator.devices, issuer, key, journal },
    async serve(options = {}) {
      const service = await startService({
        ...{ folder, key, journal, database: url, issuer },
        ...options,
      });
      services.push(service);
      return service;
    },
    async close() {
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

/** All that somebody can have set on a router; what firewall rules count goes on by itself. */
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
