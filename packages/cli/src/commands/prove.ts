import type { Era } from '@errata/core';
import type { ProveOptions, ToolFailureForm } from '@errata/prove';
import type { Command } from 'commander';
import { createProgressLine, type Terminal } from '../terminal.js';
import { UsageError, type ExitCode, type Perform } from '../command.js';
import { choiceOption } from '../options.js';
import { sentenceOf, untilInterrupted } from '../running.js';
import { loadSystem, SYSTEM_NAMES } from '../systems.js';

interface ProveFlags {
  readonly json?: boolean;
  readonly transport?: string[];
  readonly era?: Era[];
  readonly reason?: string[];
  readonly form?: string[];
  readonly toolFailures?: ToolFailureForm;
}

export function addProveCommand(program: Command, perform: Perform): void {
  program
    .command('prove')
    .summary('cause every failure that a system declares')
    .description(
      'Start a system with its real dependencies, cause every failure and result that it declares, and compare the replies with its contract.',
    )
    .argument('<system>', SYSTEM_NAMES.join(', '))
    .option('--json', 'end with one line of JSON')
    .option('--transport <name...>', 'only these transports')
    .option('--era <revision...>', 'only these revisions')
    .option('--reason <reason...>', 'only these failures')
    .option('--form <name...>', 'only these results')
    .addOption(
      choiceOption(
        '--tool-failures <form>',
        'start the servers with this option',
        'form',
        ['rpc', 'tool', 'by-host'],
        { after: '; default: none' },
      ),
    )
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  errata prove routeros',
        '  errata prove routeros --json',
        '  errata prove routeros --reason TIMEOUT --transport stdio',
        '  errata prove routeros --tool-failures by-host',
        '',
        'Exit codes: 0 complete, 1 not complete, 2 wrong usage, 130 or 143 interrupted.',
        'For your own system, see prove() in packages/prove/README.md.',
      ].join('\n'),
    )
    .action((name: string, flags: ProveFlags) =>
      perform((terminal) => proveSystem(name, flags, terminal)),
    );
}

async function proveSystem(name: string, flags: ProveFlags, terminal: Terminal): Promise<ExitCode> {
  const system = await loadSystem(name);
  const { prove, renderProof, toProofJson } = await import('@errata/prove');
  const line = createProgressLine(terminal);
  try {
    const { value: proof, interrupted } = await untilInterrupted((signal) => {
      signal.addEventListener('abort', () =>
        line.show('Closing what is open; Ctrl-C again ends at once'),
      );
      return prove(system, {
        ...selectionOf(flags),
        signal,
        onProgress: ({ done, total, result }) => {
          const { outcome, transport, era } = result;
          const name = 'reason' in result ? result.reason : result.name;
          line.show(`${done}/${total} ${name} on ${transport}, ${era}: ${outcome}`);
        },
      });
    });
    line.clear();
    const { columns, colors } = terminal;
    terminal.out(
      flags.json === true
        ? `${toProofJson(proof)}\n`
        : `${renderProof(proof, { columns, colors: colors.isColorSupported })}\n`,
    );
    return interrupted ?? (proof.complete ? 0 : 1);
  } catch (error) {
    // What was selected and does not exist.
    if (error instanceof TypeError) throw new UsageError(error.message);
    line.clear();
    terminal.fail(sentenceOf(error));
    return 1;
  } finally {
    line.clear();
  }
}

function selectionOf({ transport, era, reason, form, toolFailures }: ProveFlags): ProveOptions {
  return {
    ...(transport !== undefined && { transports: transport }),
    ...(era !== undefined && { eras: era }),
    ...(reason !== undefined && { reasons: reason }),
    ...(form !== undefined && { forms: form }),
    ...(toolFailures !== undefined && { toolFailures }),
  };
}
