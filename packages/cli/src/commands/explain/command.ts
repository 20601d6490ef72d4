import { ERAS, type Era } from '@errata/core';
import type { Command } from 'commander';
import { UsageError, type Perform } from '../../command.js';
import { choiceOption } from '../../options.js';
import { isFileName, loadCatalog } from '../../systems.js';
import { explainCode } from './explain-code.js';
import { explainReason } from './explain-reason.js';

interface ExplainOptions {
  readonly era?: Era;
  readonly catalog?: string;
  readonly json?: boolean;
}

export function addExplainCommand(program: Command, perform: Perform): void {
  program
    .command('explain')
    .summary('what a code or a reason means, and what to do about it')
    .description(
      'Show all meanings of a code or a reason, who uses it, whether a server may send it, and what a client should do.',
    )
    .argument('<code-or-reason>', 'a number such as -32001, or a reason such as NOT_FOUND')
    .addOption(choiceOption('--era <era>', 'only this protocol revision', 'era', ERAS))
    .option('--catalog <name>', 'look in this one first, such as ./dist/catalog.js')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  errata explain -32001 --era 2026-07-28',
        '  errata explain device_unreachable',
        '  errata explain sql-fun/NOT_FOUND --json',
        '  errata explain SOLD_OUT --catalog ./dist/catalog.js',
        '',
        'Exit code 1: no known catalog or SDK uses this number or name.',
      ].join('\n'),
    )
    .action((what: string, options: ExplainOptions) =>
      perform(async (terminal) => {
        const subject = parseSubject(what);
        const { catalog, ...others } = options;
        const own = catalog === undefined ? [] : [await loadCatalog(catalog)];
        return subject.kind === 'code'
          ? explainCode(subject.code, { ...others, own }, terminal)
          : explainReason(subject, { ...others, own }, terminal);
      }),
    );
}

/** What `errata explain` is asked about. */
type Subject =
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'reason'; readonly name: string; readonly domain?: string };

const EXPECTED = 'Give an integer such as -32001, or a reason such as NOT_FOUND';

/** Read the argument: an integer, a reason in any spelling, or `domain/REASON` as the command itself prints it. */
function parseSubject(given: string): Subject {
  const text = given.trim().replace(/^[−–]/, '-'); // a minus that was copied from a document
  if (text === '') throw new UsageError('the code or reason is empty', EXPECTED);
  if (/^[+-]?\d+$/.test(text)) {
    const code = Number(text);
    if (!Number.isSafeInteger(code)) {
      throw new UsageError(`${text} is too large for a code`);
    }
    return { kind: 'code', code: code === 0 ? 0 : code };
  }
  if (/^[+-]?\d*\.?\d/.test(text)) {
    throw new UsageError(
      `${JSON.stringify(given)} is not a code: JSON-RPC 2.0 §5.1 wants an integer`,
      EXPECTED,
    );
  }
  const [, domain, name] = /^(?:([a-z][a-z0-9-]*)\/)?([a-z][a-z0-9 _-]*)$/i.exec(text) ?? [];
  if (name === undefined) {
    throw new UsageError(
      `${JSON.stringify(given)} is neither a code nor a reason`,
      isFileName(text)
        ? `A catalog of your own: errata explain <reason> --catalog ${text}`
        : EXPECTED,
    );
  }
  return { kind: 'reason', name, ...(domain !== undefined && { domain }) };
}
