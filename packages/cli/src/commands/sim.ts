import process from 'node:process';
import type { Command } from 'commander';
import type { ExitCode, Perform } from '../command.js';
import { addOptions, optionsOf, PORT, type OptionTable } from '../options.js';
import { untilInterrupted } from '../running.js';
import { load, refuseOthers } from '../systems.js';
import type { Terminal } from '../terminal.js';

interface SimulatorRow {
  readonly summary: string;
  readonly description: string;
  readonly options: OptionTable;
  readonly help: readonly string[];
  run(options: object, io: SimulatorIo): Promise<number>;
}

const SIMULATORS: Readonly<Record<string, SimulatorRow>> = {
  routeros: {
    summary: 'MikroTik routers with the REST interface of RouterOS 7',
    description:
      'Simulate MikroTik routers: real HTTPS servers with the REST interface of RouterOS 7, which can be stopped, slowed and broken while they run.',
    options: {
      devices: {
        ...{ flag: '--devices <n>', help: 'how many', default: 1 },
        number: { whole: true, min: 1, max: 250 },
      },
      port: { flag: '--port <n>', help: 'of the first device; default: free ones', number: PORT },
    },
    help: ['Example:', '  errata sim routeros --devices 3'],
    run: async (options, io) =>
      (await load('routeros/lab')).runSimulator({ devices: 1, ...options }, io),
  },
  openmemory: {
    summary: 'OpenMemory, which engram keeps its memories in',
    description:
      'Simulate OpenMemory: a real HTTP server that keeps and finds memories, and can be stopped, slowed, filled and broken while it runs.',
    options: {
      database: {
        flag: '--database <file>',
        help: 'where memories are kept; default: in memory',
      },
      dialect: {
        ...{ flag: '--dialect <server>', help: 'which published server' },
        ...{ values: ['js', 'py'], default: 'js' },
      },
      port: { flag: '--port <n>', help: 'default: a free one', number: PORT },
    },
    help: [
      'Its key is $ERRATA_ENGRAM_OPENMEMORY_KEY, or a new one if that is not set.',
      '',
      'Examples:',
      '  errata sim openmemory',
      '  errata sim openmemory --dialect py',
      '  errata sim openmemory --database memories.db --port 8080',
    ],
    async run(options, io) {
      const { runOpenMemory } = await load('engram/lab');
      const apiKey = process.env['ERRATA_ENGRAM_OPENMEMORY_KEY'] ?? '';
      const settings = { database: ':memory:', ...options, ...(apiKey !== '' && { apiKey }) };
      return runOpenMemory(settings, io);
    },
  },
};

export function addSimCommand(program: Command, perform: Perform): void {
  const sim = program
    .command('sim')
    .summary('simulate the services that a system depends on')
    .description('Simulate the services that a system depends on.');
  refuseOthers(sim, 'simulator');
  for (const [name, { summary, description, options, help, run }] of Object.entries(SIMULATORS)) {
    addOptions(sim.command(name).summary(summary).description(description), options)
      .addHelpText('after', ['', ...help, '', 'Type help while it runs.'].join('\n'))
      .action((flags: object) =>
        perform((terminal) => simulate(terminal, (io) => run(optionsOf(flags, options), io))),
      );
  }
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
