import { randomBytes } from 'node:crypto';
import { runConsole, type RunIo } from '@errata/system/simulator';
import { HELP, obey } from './console/obey.js';
import { startOpenMemory, type OpenMemoryOptions } from './server/index.js';

/** Start an OpenMemory, tell how to reach it, and let it be broken from the keyboard. The exit code. */
export function runOpenMemory(options: OpenMemoryOptions, io: RunIo): Promise<number> {
  const { apiKey = `om-${randomBytes(12).toString('hex')}` } = options;
  return runConsole(
    {
      name: 'OpenMemory',
      start: () => startOpenMemory({ ...options, apiKey }),
      introduce: ({ url }) => `OpenMemory is listening.\n\n  url  ${url}\n  key  ${apiKey}`,
      help: HELP,
      obey,
    },
    io,
  );
}
