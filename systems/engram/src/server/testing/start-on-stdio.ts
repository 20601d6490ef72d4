import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectStdio, type StdioWire } from '@errata/prove';
import { rolldown } from 'rolldown';

const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url));
const ROOT = join(PACKAGE, '..', '..');

/** A gateway in a process of its own, spoken to over its standard streams. */
export interface StdioGateway {
  readonly wire: StdioWire;
  /** What its operator was told. */
  records(): readonly { readonly ref: string; readonly mcp_error_code: string }[];
  close(): Promise<void>;
}

/** Run `stdio-program.ts` from its source: the logbook, the folder of evidence and OpenMemory are its arguments. */
export async function startOnStdio(...args: readonly string[]): Promise<StdioGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-stdio-'));
  // The gateway reads its version from the package it lies in, two folders up.
  const file = join(folder, 'src', 'server', 'program.mjs');
  mkdirSync(join(file, '..'), { recursive: true });
  copyFileSync(join(PACKAGE, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const bundle = await rolldown({
    input: fileURLToPath(new URL('./stdio-program.ts', import.meta.url)),
    platform: 'node',
    tsconfig: join(ROOT, 'tsconfig.check.json'),
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    external: (id) => /^[^./]/.test(id) && !id.startsWith('@errata/'),
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  const wire = await connectStdio({
    ...{ command: process.execPath, args: [file, ...args], era: '2025-11-25' },
  });
  return {
    wire,
    records: () =>
      wire
        .stderr()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { ref: string; mcp_error_code: string }),
    async close() {
      await wire.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
