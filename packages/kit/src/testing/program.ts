import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKit, serveStdio } from '../index.js';
import { add, createClock, greeting, notes } from './sample.js';

const clock = createClock();
let stopped = 0;
let onLine = (): void => undefined;

const kit = createKit({
  contract: erlmcpContract,
  name: 'program',
  version: '1.0.0',
  tools: [
    add,
    {
      name: 'slow',
      deadline: 0,
      async run(_args, { signal, progress, log }) {
        progress(1, 2, 'half');
        log('warning', 'slow');
        await sleep(60_000, undefined, { signal }).catch(() => stopped++);
        return 'late';
      },
    },
    {
      name: 'steps',
      // Clients forget who asked for progress as soon as the reply is there, so the tool waits until they have received it.
      run: (_args, { progress }) => {
        progress(1, 2);
        progress(2, 2);
        return new Promise((resolve) => (onLine = () => resolve('done')));
      },
    },
    { name: 'go-on', run: () => (onLine(), 'so be it') },
    { name: 'stopped', run: () => String(stopped) },
    { name: 'tick', run: () => (clock.tick(), 'ticked') },
    { name: 'grow', run: () => (kit.addTool({ name: 'grown', run: () => 'new' }), 'more') },
  ],
  resources: [clock, notes],
  prompts: [greeting],
});

export { kit };

if (process.argv[2] === 'stdio') await serveStdio(kit);
