import type { Command } from 'commander';
import type { Perform } from '../../perform.js';
import { portOption } from '../../port-option.js';
import { simulate } from './simulate.js';

interface OpenMemoryFlags {
  readonly database?: string;
  readonly port?: number;
}

type Env = Readonly<Record<string, string | undefined>>;

export function addSimOpenMemory(sim: Command, perform: Perform, env: Env = process.env): void {
  sim
    .command('openmemory')
    .summary('OpenMemory, which engram keeps its memories in')
    .description(
      'Simulate OpenMemory: a real HTTP server that keeps and finds memories, and can be stopped, slowed, filled and broken while it runs.',
    )
    .option('--database <file>', 'where memories are kept; in memory unless told')
    .addOption(portOption('a free one unless told'))
    .addHelpText(
      'after',
      [
        '',
        'Its key is $ERRATA_ENGRAM_OPENMEMORY_KEY; where that is not set, a new one.',
        '',
        'Examples:',
        '  errata sim openmemory',
        '  errata sim openmemory --database memories.db --port 8080',
        '',
        'Type help while it runs.',
      ].join('\n'),
    )
    .action(({ database = ':memory:', port }: OpenMemoryFlags) =>
      perform(async (terminal) => {
        const { runOpenMemory } = await import('@errata/engram/openmemory');
        const apiKey = env['ERRATA_ENGRAM_OPENMEMORY_KEY'] ?? '';
        const settings = {
          database,
          ...(port !== undefined && { port }),
          ...(apiKey !== '' && { apiKey }),
        };
        return simulate(terminal, (io) => runOpenMemory(settings, io));
      }),
    );
}
