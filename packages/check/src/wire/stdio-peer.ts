import process from 'node:process';
import { Inlet } from './inlet.js';
import type { LineLink, LinePeer } from './peer.js';
import { startServer } from './start-server.js';

export interface StdioPeerOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The environment of the server; default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Texts that are put into the environment, and may never come back. */
  readonly secrets: readonly string[];
}

/** A server that is started anew for each link, and spoken to over its standard streams. */
export function stdioPeer(options: StdioPeerOptions): LinePeer {
  const { command, args, cwd, env = process.env, secrets } = options;
  return {
    transport: 'stdio',
    async open() {
      const server = await startServer({
        command,
        args,
        ...(cwd !== undefined && { cwd }),
        env: { ...env, ...canariesOf(secrets) },
      });
      const { stdin, stdout } = server.child;
      const inlet = new Inlet(stdout, () => server.kill('SIGKILL'));
      const link: LineLink = {
        write: (bytes) => void (stdin.writable && stdin.write(bytes)),
        end: () => void stdin.end(),
        onLine: (listener) => inlet.onLine(listener),
        closed: inlet.closed,
        get isClosed() {
          return inlet.isClosed;
        },
        hearAfresh: () => inlet.hearAfresh(),
        get flood() {
          return inlet.flood;
        },
        process: { kill: server.kill, exited: server.exited, stderr: server.stderr },
        close: server.close,
      };
      return link;
    },
  };
}

/** Names that a leak would be tempted by, and that no server reads. */
const NAMES = ['TOKEN', 'PASSWORD', 'DATABASE_URL'] as const;

function canariesOf(secrets: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    secrets.map((secret, index) => [`ERRATA_CANARY_${NAMES[index] ?? index + 1}`, secret]),
  );
}
