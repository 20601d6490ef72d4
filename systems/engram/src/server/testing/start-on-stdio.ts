import { connectStdio } from '@errata/prove';
import { programOf } from '@errata/testing';

/** A gateway in a process of its own: runs `stdio-program.ts` from its source; the logbook, the folder of evidence and OpenMemory are its arguments. */
export async function startOnStdio(...args: readonly string[]) {
  const file = await programOf(new URL('./stdio-program.ts', import.meta.url));
  const wire = await connectStdio({
    ...{ command: process.execPath, args: [file, ...args], era: '2025-11-25' },
    // It ends by itself, however busy the machine is.
    grace: 300_000,
  });
  return {
    wire,
    /** What its operator was told. */
    records: () =>
      wire
        .stderr()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { ref: string; mcp_error_code: string }),
    close: () => wire.close(),
  };
}
