import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Run a program of this folder from its source in a process of its own; the signal that ended it. */
export async function runProgram(name: string, args: readonly string[]): Promise<string | null> {
  const cache = join(ROOT, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'errata-plans-'));
  try {
    const file = join(folder, 'program.mjs');
    const bundle = await rolldown({
      input: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)),
      platform: 'node',
      tsconfig: join(ROOT, 'tsconfig.check.json'),
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
      external: (id) => /^[^./]/.test(id) && !id.startsWith('@errata/'),
    });
    await bundle.write({ file, format: 'esm', codeSplitting: false });
    await bundle.close();
    const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaints = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (signal === null) throw new Error(`The program ended with ${code}: ${complaints}`);
    return signal;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
