import { ERAS, type Era } from '@errata/core';
import type { Command } from 'commander';
import { choiceOption } from '../choice.js';
import { explainCode } from '../explain/explain-code.js';
import { explainReason } from '../explain/explain-reason.js';
import { parseSubject } from '../explain/subject.js';
import type { Perform } from '../perform.js';

export interface ExplainOptions {
  readonly era?: Era;
  readonly json?: boolean;
}

export function addExplainCommand(program: Command, perform: Perform): void {
  program
    .command('explain')
    .summary('what a code or a reason means, and what to do about it')
    .description(
      'Tell all meanings of a code or a reason, who uses it, whether it may be emitted, and what a client should do.',
    )
    .argument('<code-or-reason>', 'a number such as -32001, or a reason such as NOT_FOUND')
    .addOption(choiceOption('--era <era>', 'only this protocol revision', 'era', ERAS))
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  errata explain -32001 --era 2026-07-28',
        '  errata explain device_unreachable',
        '  errata explain sql-fun/NOT_FOUND --json',
        '',
        'Exit code 1: nobody known uses this number or name.',
      ].join('\n'),
    )
    .action((what: string, options: ExplainOptions) =>
      perform((terminal) => {
        const subject = parseSubject(what);
        return subject.kind === 'code'
          ? explainCode(subject.code, options, terminal)
          : explainReason(subject, options, terminal);
      }),
    );
}
