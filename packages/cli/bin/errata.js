#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/index.js', import.meta.url);

if (!existsSync(fileURLToPath(built))) {
  process.stderr.write('errata: not built yet; run `npm run build` in the repository first\n');
  process.exit(2);
}

const { createTerminal, runCli } = await import(built.href);
process.stdout.on('error', (error) => {
  // A reader that closes early (`errata collisions | head`) is not an error, and the exit code stays the same.
  if (error.code === 'EPIPE') return;
  process.stderr.write(`errata: cannot write the output: ${error.message}\n`);
  process.exit(3);
});
process.exitCode = await runCli(process.argv.slice(2), createTerminal(process));
