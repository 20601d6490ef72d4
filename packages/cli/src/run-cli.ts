import type { OpenAnalyzer } from '@errata/sql-fun/check';
import { Command, CommanderError } from 'commander';
import { addCatalogCommand } from './commands/catalog.js';
import { addCheckCommand } from './commands/check/command.js';
import { addCollisionsCommand } from './commands/collisions.js';
import { addEngramCommand } from './commands/engram.js';
import { addExplainCommand } from './commands/explain/command.js';
import { addProveCommand } from './commands/prove.js';
import { addServeCommand } from './commands/serve.js';
import { addSimCommand } from './commands/sim.js';
import { addSqlCommand } from './commands/sql.js';
import { addWhyCommand } from './commands/why.js';
import { wrap } from './output/wrap.js';
import { readVersion, UsageError, type ExitCode, type Perform } from './command.js';
import { load } from './systems.js';
import type { Terminal } from './terminal.js';

/** Run the command line and return the exit code. Never throws for user input. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = createProgram(terminal, async (action) => {
    code = await action(terminal);
  });
  try {
    refuseHalfNumber(argv);
    await program.parseAsync(withoutHelpOfUnknown(program, argv), { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof UsageError) {
      const text = [error.message, error.hint ?? []].flat().join('\n');
      terminal.fail(text);
      return 2;
    }
    throw error;
  }
}

/** The analyzer of `errata sql` is loaded with the first schema. */
const openAnalyzer: OpenAnalyzer = async (options) =>
  (await load('sql-fun/analyzer')).openAnalyzer(options);

/** `-32001abc` would be taken for an option, and the message about that would not help. */
function refuseHalfNumber(argv: readonly string[]): void {
  // What follows `--` belongs to another command.
  const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const wrong = own.find((one) => /^-\d/.test(one) && !/^-\d+(\.\d+)?$/.test(one));
  if (wrong === undefined) return;
  throw new UsageError(
    `${JSON.stringify(wrong)} is not a code: a code is an integer such as -32001`,
  );
}

/** The help of an unknown command would be that of the group above it, so the flag is dropped and the name is refused. */
function withoutHelpOfUnknown(program: Command, argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const isHelp = (word: string) => word === '-h' || word === '--help' || word === 'help';
  let command: Command | undefined = program;
  for (const word of argv.slice(0, end)) {
    if (command.commands.length === 0) break;
    if (isHelp(word)) continue;
    if (word.startsWith('-')) break;
    command = command.commands.find((each) => each.name() === word);
    if (command === undefined)
      return [...argv.slice(0, end).filter((each) => !isHelp(each)), ...argv.slice(end)];
  }
  return [...argv];
}

/** Below a message about wrong usage. */
function pointToHelp(command: Command, path: string): void {
  command.showHelpAfterError(`(see ${path} --help)`);
  for (const below of command.commands) pointToHelp(below, `${path} ${below.name()}`);
}

function createProgram(terminal: Terminal, perform: Perform): Command {
  const { columns } = terminal;
  const { bold, isColorSupported } = terminal.colors;
  const program = new Command('errata')
    .description(
      'The error layer of MCP and JSON-RPC 2.0: what an error means, and what to do about it.',
    )
    .version(readVersion(), '-v, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureHelp({
      styleTitle: (title) => bold(title),
      // Every command has options; saying so at each of them only takes room.
      subcommandTerm: (command) =>
        [
          command.name(),
          ...command.registeredArguments.map((one) =>
            one.required ? `<${one.name()}>` : `[${one.name()}]`,
          ),
        ].join(' '),
      minWidthToWrap: 20,
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'errata: ')),
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
      getOutHasColors: () => isColorSupported,
      getErrHasColors: () => false,
    });
  addCheckCommand(program, perform);
  addExplainCommand(program, perform);
  addCatalogCommand(program, perform);
  addCollisionsCommand(program, perform);
  addWhyCommand(program, perform);
  addServeCommand(program, perform);
  addSimCommand(program, perform);
  addEngramCommand(program, perform);
  addSqlCommand(program, perform, openAnalyzer);
  addProveCommand(program, perform);
  pointToHelp(program, 'errata');
  program.addHelpText(
    'after',
    [
      '',
      bold('Examples:'),
      '  errata check -- node my-server.js  what a server does when calls fail',
      '  errata explain -32001              every meaning of a number',
      '  errata explain DEVICE_UNREACHABLE  a failure by name',
      '  errata catalog routeros            all failures of a system',
      '  errata collisions --html map.html  the collision map as a web page',
      '  errata why --last                  the newest failure, with its cause',
      '  errata serve routeros              a fleet of routers as an MCP server',
      '  errata serve engram                a memory gateway as an MCP server',
      '  errata prove routeros              cause every failure that it declares',
      '  errata sql check queries           check SQL against a schema dump',
      '',
      ...wrap(
        'Exit codes: 0 success, 1 nothing found or something wrong, 2 wrong usage, 130 Ctrl-C, 143 SIGTERM.',
        columns,
      ),
    ].join('\n'),
  );
  return program;
}
