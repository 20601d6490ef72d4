import process from 'node:process';
import { systemClock } from '../clock.js';
import { ServerOutput } from './server-output.js';
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

/** Bytes that are written at once: whether a server goes on reading shows between them. */
const PIECE = 64 * 1024;
/** Milliseconds without reading after which a server has stopped to. */
const STALLED = 1000;

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
      const output = new ServerOutput(stdout, () => server.kill('SIGKILL'));
      let readAt = systemClock.now();
      const link: LineLink = {
        write(bytes) {
          if (stdin.writableLength === 0) readAt = systemClock.now();
          for (let at = 0; at < bytes.length && stdin.writable; at += PIECE) {
            stdin.write(bytes.subarray(at, at + PIECE), () => (readAt = systemClock.now()));
          }
        },
        end: () => void stdin.end(),
        onLine: (listener) => output.onLine(listener),
        closed: output.closed,
        get isClosed() {
          return output.isClosed;
        },
        get isStalled() {
          return stdin.writableLength > 0 && systemClock.now() - readAt > STALLED;
        },
        resetLimits: () => output.resetLimits(),
        get flood() {
          return output.flood;
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
