import { Command, CommanderError } from 'commander';
import { addCatalogCommand } from './commands/catalog.js';
import { addCollisionsCommand } from './commands/collisions.js';
import { addExplainCommand } from './commands/explain.js';
import { addStartCommand } from './commands/start.js';
import type { ExitCode, Perform } from './perform.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

/** Run the command line and give the exit code. Never throws for what a user can type. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = createProgram(terminal, async (action) => {
    code = await action(terminal);
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof UsageError) {
      terminal.err(`errata: ${error.message}\n`);
      return 2;
    }
    throw error;
  }
}

function createProgram(terminal: Terminal, perform: Perform): Command {
  const program = new Command('errata')
    .description(
      'The error layer of MCP and JSON-RPC 2.0: what an error means, and what to do about it.',
    )
    .version('0.1.0')
    .showHelpAfterError('(errata --help tells more)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
      getOutHelpWidth: () => terminal.columns,
      getErrHelpWidth: () => terminal.columns,
    });
  addExplainCommand(program, perform);
  addCatalogCommand(program, perform);
  addCollisionsCommand(program, perform);
  addStartCommand(program, perform);
  program.addHelpText(
    'after',
    [
      '',
      'Examples:',
      '  errata explain -32001                every meaning of a number',
      '  errata explain DEVICE_UNREACHABLE    a failure by name',
      '  errata catalog routeros              all failures of a system',
      '  errata collisions --html map.html    the collision map as a page',
      '',
      'Exit codes: 0 worked, 1 found nothing or something wrong, 2 called wrongly.',
    ].join('\n'),
  );
  return program;
}
