import { connectHttp, startServer, type HttpWire } from '@errata/prove';
import type { Role, TokenIssuer } from '@errata/routeros/lab';
import { ERRATA } from '../../testing/errata.js';
import type { ServedEra } from './numbers.js';

const SERVE = [process.execPath, ERRATA, 'serve', 'routeros'] as const;

/** Whom the tokens are for. */
export const AUDIENCE = 'http://routers.test/mcp';

export interface ServiceOptions {
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

export async function startService(options: ServiceOptions): Promise<Service> {
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
