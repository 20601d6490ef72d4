import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export interface ProgramOptions {
  readonly args?: readonly string[];
  /** A program and its arguments, which runs ours. */
  readonly within?: readonly string[];
}

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
  readonly complaints: string;
}

/** Run a program from its source in a process of its own, to its end. */
export async function runProgram(source: URL, options: ProgramOptions = {}): Promise<Ended> {
  const { args = [], within = [] } = options;
  const cache = join(ROOT, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'errata-program-'));
  try {
    const file = join(folder, 'program.mjs');
    const bundle = await rolldown({
      input: fileURLToPath(source),
      platform: 'node',
      tsconfig: join(ROOT, 'tsconfig.check.json'),
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
      external: (id) => /^[^./]/.test(id) && !id.startsWith('@errata/'),
    });
    await bundle.write({ file, format: 'esm', codeSplitting: false });
    await bundle.close();
    const [program, ...rest] = [...within, process.execPath, file, ...args];
    const child = spawn(program!, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { output: '', complaints: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.complaints += text));
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    return { code, signal, ...texts };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
