import process from 'node:process';
import type { Era } from '@errata/core';
import { BREAKAGES } from '../broken-servers/broken-servers.js';
import { memoryLinePeer } from '../memory-peers.js';
import { createSampleServer } from '../sample-server.js';
import { briskClock } from '../clocks.js';

/** The sample as a process: `node stdio-program.mjs <era> [<id of a breakage>]`. */
const [era, id] = process.argv.slice(2);
const server = createSampleServer({
  era: era as Era,
  clock: briskClock,
  broken: BREAKAGES.find((each) => each.id === id),
  secrets: [process.env['ERRATA_CANARY_TOKEN'] ?? ''],
});
const link = await memoryLinePeer(server, 'stdio').open();
link.onLine((line) => void process.stdout.write(`${Buffer.from(line).toString()}\n`));
process.stdin.on('data', (chunk: Buffer) => link.write(chunk)).once('end', () => link.end());
process.on('SIGTERM', () => link.process!.kill('SIGTERM'));
// A server that does not end with its input is kept alive by something else.
const work = setInterval(() => undefined, 1000);
const how = await link.process!.exited;
clearInterval(work);
if (typeof how === 'number') process.stdout.write('', () => process.exit(how));
else process.kill(process.pid, 'SIGKILL');
