import process from 'node:process';
import type { Command } from 'commander';
import type { ExitCode, Perform } from '../command.js';
import { choiceOption, numberOption, PORT } from '../options.js';
import { untilInterrupted } from '../running.js';
import { load, refuseOthers } from '../systems.js';
import type { Terminal } from '../terminal.js';

export function addSimCommand(program: Command, perform: Perform): void {
  const sim = program
    .command('sim')
    .summary('simulate the services that a system depends on')
    .description('Simulate the services that a system depends on.');
  refuseOthers(sim, 'simulator');
  addSimRouteros(sim, perform);
  addSimOpenMemory(sim, perform);
}

interface RouterosFlags {
  readonly devices: number;
  readonly port?: number;
}

function addSimRouteros(sim: Command, perform: Perform): void {
  sim
    .command('routeros')
    .summary('MikroTik routers with the REST interface of RouterOS 7')
    .description(
      'Simulate MikroTik routers: real HTTPS servers with the REST interface of RouterOS 7, which can be stopped, slowed and broken while they run.',
    )
    .addOption(
      numberOption('--devices <n>', 'how many', { whole: true, min: 1, max: 250 }).default(1),
    )
    .addOption(numberOption('--port <n>', 'of the first device; default: free ones', PORT))
    .addHelpText(
      'after',
      ['', 'Example:', '  errata sim routeros --devices 3', '', 'Type help while it runs.'].join(
        '\n',
      ),
    )
    .action(({ devices, port }: RouterosFlags) =>
      perform(async (terminal) => {
        const { runSimulator } = await load('routeros/lab');
        const settings = { devices, ...(port !== undefined && { port }) };
        return simulate(terminal, (io) => runSimulator(settings, io));
      }),
    );
}

interface OpenMemoryFlags {
  readonly database?: string;
  readonly dialect: 'js' | 'py';
  readonly port?: number;
}

type Env = Readonly<Record<string, string | undefined>>;

function addSimOpenMemory(sim: Command, perform: Perform, env: Env = process.env): void {
  sim
    .command('openmemory')
    .summary('OpenMemory, which engram keeps its memories in')
    .description(
      'Simulate OpenMemory: a real HTTP server that keeps and finds memories, and can be stopped, slowed, filled and broken while it runs.',
    )
    .option('--database <file>', 'where memories are kept; default: in memory')
    .addOption(
      choiceOption('--dialect <server>', 'which published server', 'dialect', ['js', 'py']).default(
        'js',
      ),
    )
    .addOption(numberOption('--port <n>', 'default: a free one', PORT))
    .addHelpText(
      'after',
      [
        '',
        'Its key is $ERRATA_ENGRAM_OPENMEMORY_KEY, or a new one if that is not set.',
        '',
        'Examples:',
        '  errata sim openmemory',
        '  errata sim openmemory --dialect py',
        '  errata sim openmemory --database memories.db --port 8080',
        '',
        'Type help while it runs.',
      ].join('\n'),
    )
    .action(({ database = ':memory:', dialect, port }: OpenMemoryFlags) =>
      perform(async (terminal) => {
        const { runOpenMemory } = await load('engram/lab');
        const apiKey = env['ERRATA_ENGRAM_OPENMEMORY_KEY'] ?? '';
        const settings = {
          ...{ database, dialect },
          ...(port !== undefined && { port }),
          ...(apiKey !== '' && { apiKey }),
        };
        return simulate(terminal, (io) => runOpenMemory(settings, io));
      }),
    );
}

/** What a simulator is given to talk to people. */
interface SimulatorIo extends Pick<Terminal, 'out' | 'err'> {
  readonly input: NodeJS.ReadableStream;
  readonly signal: AbortSignal;
}

/** Run something that obeys the keyboard until it ends or is interrupted. */
async function simulate(
  terminal: Terminal,
  run: (io: SimulatorIo) => Promise<number>,
): Promise<ExitCode> {
  try {
    const { value, interrupted } = await untilInterrupted((signal) =>
      run({ ...terminal, input: process.stdin, signal }),
    );
    return interrupted ?? (value === 0 ? 0 : 1);
  } finally {
    process.stdin.destroy();
  }
}
