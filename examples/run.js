// Runs every example; each checks itself.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const examples = readdirSync(folder).filter((file) => file.endsWith('.js') && file !== 'run.js');

for (const file of examples) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) {
    process.stderr.write(stdout + stderr);
    console.error(`✗ ${file}`);
    process.exit(1);
  }
  console.log(`✓ ${file}`);
}
