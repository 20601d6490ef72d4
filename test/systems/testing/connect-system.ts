import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectStdio, type StdioWire } from '@errata/prove';
import { ERRATA } from './errata.js';

/** `errata serve <system>` on stdio, with a home folder of its own that `close` removes. */
export async function connectSystem(
  system: string,
  options: (folder: string) => readonly string[],
): Promise<Pick<StdioWire, 'send' | 'close'>> {
  const folder = mkdtempSync(join(tmpdir(), `errata-${system}-`));
  const args = [ERRATA, 'serve', system, ...options(folder)];
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_STATE_HOME: folder };
  const wire = await connectStdio({ command: process.execPath, args, env, era: '2025-11-25' });
  return {
    send: (...given) => wire.send(...given),
    async close() {
      await wire.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
