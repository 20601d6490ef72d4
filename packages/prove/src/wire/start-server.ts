import { startChild, type ChildOptions } from './child.js';
import { WireError } from './wire-error.js';
import { DEFAULT_TIMEOUT } from './wire.js';

export interface ServerOptions extends ChildOptions {
  /** What a line of its output looks like when it is ready: `/listening on (\S+)/`. */
  readonly ready: RegExp;
  /** Milliseconds for it to be ready (default: two minutes). */
  readonly timeout?: number;
}

/** A server process that is spoken to over the network. */
export interface StartedServer {
  readonly pid: number | undefined;
  /** What `ready` matched, with its groups. */
  readonly match: RegExpExecArray;
  stderr(): string;
  readonly ended: Promise<number | string>;
  close(): Promise<void>;
}

/** Start a server, and wait until it says on standard output or standard error that it is ready. */
export async function startServer(options: ServerOptions): Promise<StartedServer> {
  const { ready, timeout = DEFAULT_TIMEOUT } = options;
  const child = startChild(options);
  const { stdout, stderr, pid } = child.process;
  let timer: NodeJS.Timeout | undefined;
  try {
    const match = await new Promise<RegExpExecArray>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new WireError(`the server was not ready within ${timeout} ms`)),
        timeout,
      );
      void child.ended.then(({ error }) => reject(error));
      for (const stream of [stdout.setEncoding('utf8'), stderr]) {
        let text = '';
        stream.on('data', (chunk: string) => {
          // The end of what came may be half a line.
          const lines = (text + chunk).split('\n');
          text = lines.pop() ?? '';
          const found = lines.map((line) => ready.exec(line)).find((each) => each !== null);
          if (found) resolve(found);
        });
      }
    });
    const ended = child.ended.then(({ how }) => how);
    return { pid, match, stderr: child.stderr, ended, close: child.end };
  } catch (thrown) {
    await child.end();
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}
