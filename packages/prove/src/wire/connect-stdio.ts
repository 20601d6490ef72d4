import type { Era } from '@errata/core/era';
import { startChild, type ChildOptions } from './child.js';
import { shakeHands } from './shake-hands.js';
import { createLineWire } from './line-wire.js';
import type { Wire, WireOptions } from './wire.js';

export interface StdioWireOptions extends WireOptions, ChildOptions {
  readonly era: Era;
}

/** A wire to a process of its own. */
export interface StdioWire extends Wire {
  readonly pid: number | undefined;
  /** The last of what the process wrote to standard error. */
  stderr(): string;
  /** Settles when the process has ended, with its exit code or signal. */
  readonly ended: Promise<number | string>;
}

/** Start a server and speak to it over its standard streams; the server ends with the wire. */
export async function connectStdio(options: StdioWireOptions): Promise<StdioWire> {
  const child = startChild(options);
  const { stdin, stdout, pid } = child.process;
  const channel = { write: (bytes: Uint8Array) => void stdin.write(bytes), close: child.end };
  const { wire, receive, fail } = createLineWire(channel, options.era, options);
  stdout.setEncoding('utf8').on('data', receive);
  const ended = child.ended.then(({ how, error }) => {
    fail(error);
    return how;
  });
  try {
    await shakeHands(wire, options);
  } catch (thrown) {
    await wire.close();
    throw thrown;
  }
  return { ...wire, pid, stderr: child.stderr, ended };
}
