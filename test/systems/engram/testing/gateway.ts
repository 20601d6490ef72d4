import { connectHttp, startServer, type HttpWire } from '@errata/prove';
import { ERRATA } from '@errata/testing/errata';

export type ServedEra = '2025-11-25' | '2026-07-28';

export interface GatewayOptions {
  /** Its home and its state folder. */
  readonly folder: string;
  readonly logbook: string;
  /** The URL of OpenMemory. */
  readonly openMemory: string;
  /** Seconds for one call to OpenMemory. */
  readonly timeout?: number;
  /** Users to register. */
  readonly members?: readonly string[];
  /** Milliseconds by which the clock of the process is ahead. */
  readonly ahead?: number;
  /** A program and its arguments, which runs ours. */
  readonly within?: readonly string[];
}

/** A gateway over HTTP in a process of its own, which trusts everybody. */
export interface Gateway {
  readonly url: string;
  readonly pid: number;
  /** All that it said. */
  stderr(): string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  connect(era: ServedEra): Promise<HttpWire>;
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
  /** As `kill -9` does it; settles when the process is gone. */
  kill(): Promise<void>;
  /** Asked politely, and waited for. */
  close(): Promise<void>;
}

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { folder, logbook, openMemory, members = [], timeout, ahead, within = [] } = options;
  const [command, ...args] = [...within, process.execPath, ERRATA, 'serve', 'engram'];
  const { PATH } = process.env;
  let stderr = '';
  const server = await startServer({
    command: command!,
    args: [
      ...[...args, '--http', '--port', '0', '--trust-everybody'],
      ...['--logbook', logbook, '--openmemory', openMemory],
      ...members.flatMap((name) => ['--member', name]),
      ...(timeout === undefined ? [] : ['--openmemory-timeout', String(timeout)]),
    ],
    env: {
      ...{ PATH, HOME: folder, XDG_STATE_HOME: folder },
      ...(ahead !== undefined && { NODE_OPTIONS: `--import=${clockModule(ahead)}` }),
    },
    ready: /listening on (\S+)/,
    stderr: (text) => (stderr += text),
  });
  const url = server.match[1]!;
  const pid = server.pid!;
  const wires: HttpWire[] = [];
  let gone = false;
  const ended = server.ended.then((how) => {
    gone = true;
    return how;
  });
  const signal = (name: 'SIGTERM' | 'SIGKILL') => void (gone || process.kill(pid, name));
  return {
    ...{ url, pid, ended, signal },
    stderr: () => stderr,
    async connect(era) {
      const wire = await connectHttp({ url, era });
      wires.push(wire);
      return wire;
    },
    async kill() {
      signal('SIGKILL');
      await ended;
      await Promise.all(wires.map((wire) => wire.close()));
    },
    async close() {
      await Promise.all(wires.map((wire) => wire.close()));
      signal('SIGTERM');
      await ended;
      await server.close();
    },
  };
}

/** Something to load first, which puts the clock of a process forward. */
function clockModule(ahead: number): string {
  const code = `const now = Date.now; Date.now = () => now() + ${ahead};`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
