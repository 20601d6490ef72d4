import { ERAS } from '@errata/core';
import type { Command } from 'commander';
import type { Perform } from '../../command.js';
import { choiceOption, collect, numberOption } from '../../options.js';
import type { CheckFlags } from './call.js';
import { runCheck } from './run-check.js';

export function addCheckCommand(program: Command, perform: Perform): void {
  const command = program
    .command('check')
    .summary('what any MCP or JSON-RPC server does when things fail')
    .description(
      'Test a running server from outside: invalid messages, unknown names, wrong arguments, abuse, error codes, leaks, and what a model sees. Only tools marked readOnlyHint: true are called; allow others with --call.',
    )
    .argument(
      '[target...]',
      'http://…/mcp, tcp://host:port or "a command"; or one command after --',
    )
    .addOption(
      choiceOption(
        '--era <revision>',
        'only this revision',
        'revision',
        ERAS.filter((era) => era !== 'jsonrpc'),
        { repeated: true },
      ),
    )
    .option('--plain', 'plain JSON-RPC 2.0, without MCP')
    .option('--method <name>', 'with --plain: a method that succeeds')
    .option('--params <json>', 'with --method: its params')
    .option(
      '--contract <name|file>',
      'compare the replies with a contract: routeros, engram, …, a module or a file',
    )
    .option('--allow-writes', 'call all tools, even those that may write')
    .option('--call <tool>', 'call this tool too', collect)
    .addOption(
      numberOption('--max-tools <count>', 'call at most this many tools; default: 20', {
        min: 0,
        max: 1000,
        whole: true,
      }),
    )
    .option('--allow-host <host>', 'allow this host; default: only this machine', collect)
    .option('--header <header>', '"Name: value", for every HTTP request', collect)
    .option('--cwd <folder>', 'the folder to start commands in')
    .addOption(
      numberOption('--timeout <ms>', 'how long to wait for a reply; default: 5000', {
        min: 50,
        max: 120_000,
        whole: true,
        unit: 'milliseconds',
      }),
    )
    .option(
      '--only <case>',
      'only these cases: a group, an id or the start of ids; see --list',
      collect,
    )
    .option('--strict', 'fail on warnings too')
    .option('--baseline <file>', 'a file of known failures; an entry that no longer applies fails')
    .option('--write-baseline <file>', 'save the failures and warnings of this run as known')
    .option('--json', 'print one line of JSON')
    .option('--junit <file>', 'write a JUnit file')
    .option('--sarif <file>', 'write a SARIF file')
    .option('--html <file>', 'write a self-contained web page')
    .option('--verbose', 'show full messages, and cases that did not apply')
    .option('--list', 'list the cases without running them')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  errata check -- node my-server.js',
        '  errata check http://127.0.0.1:3000/mcp --html report.html',
        '  errata check "node a.js" "node b.js"            side by side',
        '  errata check --plain --method add --params "[1,2]" tcp://127.0.0.1:4000',
        '  errata check --contract routeros -- errata serve routeros',
        '',
        '--era, --call, --allow-host, --header and --only may be repeated.',
        'A broken MUST, a leaked credential or a stack trace is a failure. Everything',
        'else is a warning.',
        'Exit codes: 0 no failures, 1 failures, 2 wrong usage or no server, 3 internal',
        'error, 130 or 143 interrupted; the findings so far are printed.',
      ].join('\n'),
    );
  command.action((targets: string[], flags: CheckFlags) =>
    perform((terminal) => {
      const { rawArgs } = program as unknown as { readonly rawArgs: readonly string[] };
      const dashes = rawArgs.indexOf('--');
      const words = dashes === -1 ? [] : rawArgs.slice(dashes + 1);
      const named = targets.slice(0, targets.length - words.length);
      return runCheck({ named, words: dashes === -1 ? undefined : words, flags }, terminal);
    }),
  );
}
