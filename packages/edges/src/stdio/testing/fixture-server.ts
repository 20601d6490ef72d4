import { once } from 'node:events';
import { standard, defineContract, createServer, type Handler } from '@errata/core';
import { serveStdio } from '../serve-stdio.js';
import type { StdioOptions } from '../stdio-options.js';

// A server in a process of its own, for what can only be seen from outside. The first argument holds its options.
const { banner, ...options } = JSON.parse(process.argv[2] ?? '{}') as StdioOptions & {
  readonly banner?: string;
};
if (banner !== undefined) process.stdout.write(banner);

const methods: Record<string, Handler> = {
  echo: (params) => params ?? null,
  hang: () => new Promise(() => {}),
  big: (params) => 'x'.repeat((params as { bytes: number }).bytes),
  load: (params) => {
    process.stderr.write('load\n');
    return 'x'.repeat((params as { bytes: number }).bytes);
  },
  atEnd: async (params) => {
    await once(process.stdin, 'end');
    return 'x'.repeat((params as { bytes: number }).bytes);
  },
  print: async (params) => {
    process.stdout.write((params as { text: string }).text);
    return 'printed';
  },
  crash: () => {
    setImmediate(() => {
      throw new Error('boom at https://user:hunter2-hunter2@db.example');
    });
    return new Promise(() => {});
  },
  reject: async () => {
    void Promise.reject(new Error('forgotten', { cause: new Error('password=hunter2-hunter2') }));
    return 'answered';
  },
};

const contract = defineContract({ catalog: standard, rpcData: 'payload', message: 'title' });
const server = createServer({ contract, era: '2025-11-25', methods });
const edge = serveStdio(server, options);
void edge.closed.then(({ why }) => process.stderr.write(`closed: ${why}\n`));
process.stderr.write('ready\n');
