import type { Command } from 'commander';
import { numberOption } from '../number-option.js';
import type { Perform } from '../perform.js';
import { refuseOtherSystems } from '../systems.js';
import { untilInterrupted } from '../until-interrupted.js';

interface SimFlags {
  readonly devices: number;
  readonly port?: number;
}

export function addSimCommand(program: Command, perform: Perform): void {
  const sim = program
    .command('sim')
    .summary('simulate what a system depends on')
    .description('Simulate what a system depends on and cannot be here.');
  refuseOtherSystems(sim);
  sim
    .command('routeros')
    .summary('MikroTik routers with the REST interface of RouterOS 7')
    .description(
      'Simulate MikroTik routers: real HTTPS servers with the REST interface of RouterOS 7, which can be stopped, slowed and broken while they run.',
    )
    .addOption(
      numberOption('--devices <n>', 'how many', { whole: true, min: 1, max: 250 }).default(1),
    )
    .addOption(
      numberOption('--port <n>', 'of the first; free ones unless told', {
        ...{ whole: true, max: 65_535 },
      }),
    )
    .addHelpText(
      'after',
      ['', 'Example:', '  errata sim routeros --devices 3', '', 'Type help while it runs.'].join(
        '\n',
      ),
    )
    .action(({ devices, port }: SimFlags) =>
      perform(async (terminal) => {
        const { runSimulator } = await import('@errata/routeros/sim');
        const settings = { devices, ...(port !== undefined && { port }) };
        try {
          const code = await untilInterrupted((signal) =>
            runSimulator(settings, { ...terminal, input: process.stdin, signal }),
          );
          return code === 0 ? 0 : 1;
        } finally {
          process.stdin.destroy();
        }
      }),
    );
}
