import type { OnFault } from '@errata/core';
import type { Command, Option } from 'commander';
import { choiceOption } from '../../choice.js';
import { given } from '../../given.js';

/** Where failures are told and recorded; every system has these. */
export interface FailureFlags {
  readonly toolFailures?: 'contract' | 'result';
  readonly journal: string | boolean;
}

export interface FailureOptions {
  readonly toolFailures?: 'contract' | 'result';
  readonly onFault?: OnFault;
}

export function toolFailuresOption(): Option {
  return choiceOption(
    '--tool-failures <form>',
    'as the contract has it, or always as results, which is what hosts show their models',
    'form of failures',
    ['contract', 'result'],
  );
}

export function addJournalOptions(command: Command): Command {
  return command
    .option('--journal <path>', 'where failures are recorded for errata why')
    .option('--no-journal', 'record failures nowhere');
}

/** What the flags mean to a system. */
export async function failureOptions(flags: FailureFlags): Promise<FailureOptions> {
  const { journal } = flags;
  const { createJournal } = await import('@errata/edges/observe');
  return {
    ...given(flags, 'toolFailures'),
    ...(journal !== false && {
      onFault: createJournal(typeof journal === 'string' ? { path: journal } : {}).onFault,
    }),
  };
}
