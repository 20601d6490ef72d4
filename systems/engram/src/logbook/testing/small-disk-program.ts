import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFault } from '@errata/core';
import { openLogbook } from '../logbook.js';

/** Runs in a mount namespace of its own: a logbook on a disk that gets full, and then read-only. */
const [mountPoint] = process.argv.slice(2) as [string];
const mount = (...args: string[]) => execFileSync('mount', [...args, mountPoint]);
const tell = async (promise: Promise<unknown>) => {
  const ended: unknown = await promise.catch((thrown: unknown) => thrown);
  if (!isFault(ended)) throw new Error('Expected a fault', { cause: ended });
  const { reason, retryable, context } = ended;
  const { error_type, check } = context as { error_type?: string; check?: string };
  return { reason, retryable, ...(check === undefined ? { error_type } : { check }) };
};
const untilItFails = async (work: () => Promise<unknown>) => {
  for (let n = 0; n < 100; n++) await work();
};

mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs');
const options = { url: join(mountPoint, 'a.db'), evidenceFolder: join(mountPoint, 'evidence') };
const logbook = await openLogbook(options);
const content = 'x'.repeat(40_000);
const add = () => logbook.candidates.add({ space: 's', actor: 'a', content, outboxId: 1 });
const candidates = await tell(untilItFails(add));
let n = 0;
const put = () =>
  logbook.evidence.put(new Uint8Array(30_000).fill(++n), { mime: 'text/plain', actor: 'a' });
const evidence = await tell(untilItFails(put));
const ballast = join(mountPoint, 'ballast');
try {
  writeFileSync(ballast, new Uint8Array(1_048_576));
} catch {
  // It takes what is left.
}
const opening = await tell(openLogbook({ ...options, url: join(mountPoint, 'b.db') }));
rmSync(ballast);
for (const name of readdirSync(options.evidenceFolder)) rmSync(join(options.evidenceFolder, name));
const afterwards = await logbook.users.add({ id: 'ann' });
await logbook.close();
mount('-t', 'tmpfs', '-o', 'ro', 'tmpfs');
const readOnly = await tell(openLogbook(options));
process.stdout.write(JSON.stringify({ candidates, evidence, opening, afterwards, readOnly }));
