import type { Command } from 'commander';
import { numberOption } from '../../number-option.js';
import type { Perform } from '../../perform.js';
import { portOption } from '../../port-option.js';
import { simulate } from './simulate.js';

interface RouterosFlags {
  readonly devices: number;
  readonly port?: number;
}

export function addSimRouteros(sim: Command, perform: Perform): void {
  sim
    .command('routeros')
    .summary('MikroTik routers with the REST interface of RouterOS 7')
    .description(
      'Simulate MikroTik routers: real HTTPS servers with the REST interface of RouterOS 7, which can be stopped, slowed and broken while they run.',
    )
    .addOption(
      numberOption('--devices <n>', 'how many', { whole: true, min: 1, max: 250 }).default(1),
    )
    .addOption(portOption('of the first; free ones unless told'))
    .addHelpText(
      'after',
      ['', 'Example:', '  errata sim routeros --devices 3', '', 'Type help while it runs.'].join(
        '\n',
      ),
    )
    .action(({ devices, port }: RouterosFlags) =>
      perform(async (terminal) => {
        const { runSimulator } = await import('@errata/routeros/sim');
        const settings = { devices, ...(port !== undefined && { port }) };
        return simulate(terminal, (io) => runSimulator(settings, io));
      }),
    );
}
