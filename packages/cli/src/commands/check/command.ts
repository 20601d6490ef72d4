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
      'Judge a running server from outside: what it does with broken messages, unknown names, wrong arguments and abuse, which codes it sends, what it leaks, and what a model gets to see of it. Tools are called only if they say that they just read.',
    )
    .argument(
      '[target...]',
      'http://…/mcp, tcp://host:port, or "a command"; or, after --, the words of one command',
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
    .option('--method <name>', 'with --plain: a method that is answered with a result')
    .option('--params <json>', 'with --method: its params')
    .option(
      '--contract <name|file>',
      'compare it with a contract: routeros, engram, …, a module or a file',
    )
    .option('--allow-writes', 'call every tool, also those that may write')
    .option('--call <tool>', 'call this tool too', collect)
    .addOption(
      numberOption('--max-tools <count>', 'callable tools that are called; default: 20', {
        min: 0,
        max: 1000,
        whole: true,
      }),
    )
    .option('--allow-host <host>', 'speak to this host, which is not this machine', collect)
    .option('--header <header>', '"Name: value" of every request over HTTP', collect)
    .option('--cwd <folder>', 'where commands are started')
    .addOption(
      numberOption('--timeout <ms>', 'for one reply; default: 5000', {
        min: 50,
        max: 120_000,
        whole: true,
        unit: 'milliseconds',
      }),
    )
    .option('--only <case>', 'only these: a group, an id, or how ids begin; see --list', collect)
    .option('--strict', 'warnings count as findings')
    .option('--baseline <file>', 'failures that are known; a stale entry fails')
    .option('--write-baseline <file>', 'write down failures and warnings of now as known')
    .option('--json', 'print one line of JSON')
    .option('--junit <file>', 'write a JUnit file')
    .option('--sarif <file>', 'write a SARIF file')
    .option('--html <file>', 'write a web page that needs nothing else')
    .option('--verbose', 'wire texts in full, and what did not apply')
    .option('--list', 'show the cases, and run none')
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
        '--era, --call, --allow-host, --header and --only may be said several times.',
        'Exit codes: 0 clean, 1 failures, 2 wrong call or no server, 3 the check broke,',
        '130 or 143 interrupted: the findings so far are printed.',
        'A broken MUST, a leaked credential and a stack trace fail. All else warns, and',
        'fails with --strict.',
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
