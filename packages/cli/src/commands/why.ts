import { existsSync } from 'node:fs';
import { isRef, type Ref } from '@errata/core/internal';
import type * as observing from '@errata/observe';
import type { JournalSearch } from '@errata/observe';
import type { Command } from 'commander';
import { UsageError, type ExitCode, type Perform } from '../command.js';
import type { Terminal } from '../terminal.js';
import { renderStory } from '../output/render-story.js';
import { writeJson } from '../output/write.js';

type Observe = Pick<typeof observing, 'readJournal' | 'findInJournal'>;

export interface WhyOptions {
  readonly last?: boolean;
  readonly journal?: string;
  readonly json?: boolean;
}

export function addWhyCommand(program: Command, perform: Perform, env = process.env): void {
  program
    .command('why')
    .summary('one failure with its cause, from the journal')
    .description('Show one failure: the request, the reply that the client got, and the cause.')
    .argument('[ref]', 'the ref that came with the failure, such as corr-0123456789abcdef')
    .option('--last', 'the newest failure')
    .option(
      '--journal <path>',
      'the journal; default: $ERRATA_JOURNAL, or errata/journal.jsonl in the state folder',
    )
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  errata why corr-0123456789abcdef',
        '  errata why --last --json',
        '',
        'Exit code 1: the journal does not have this failure.',
      ].join('\n'),
    )
    .action((what: string | undefined, options: WhyOptions) =>
      perform(async (terminal) => {
        const ref = parseWhat(what, options);
        // Loaded here, because no other command needs it.
        const observe = await import('@errata/observe');
        const journal = options.journal ?? observe.defaultJournalPath(env);
        const found = reading(journal, () =>
          ref === undefined ? newest(observe, journal) : observe.findInJournal(journal, ref),
        );
        return tell(found, { ref, journal, json: options.json === true }, terminal);
      }),
    );
}

/** The ref to look for, or undefined for the newest. People copy it with what is before it in a reply. */
function parseWhat(what: string | undefined, { last, journal }: WhyOptions): Ref | undefined {
  if (journal === '') throw new UsageError('the name of the journal is empty');
  if (last === true && what !== undefined) {
    throw new UsageError('a ref and --last contradict each other: choose one');
  }
  if (last === true) return undefined;
  if (what === undefined) {
    throw new UsageError('name a failure by its ref, or use --last for the newest');
  }
  const ref = what.toLowerCase().replace(/^ref=/, '');
  if (isRef(ref)) return ref;
  throw new UsageError(
    `${JSON.stringify(what)} is not a ref`,
    'A ref is corr- and 16 hexadecimal digits, such as corr-0123456789abcdef',
  );
}

/** The newest failure, with what others have recorded of it: a gateway and the server behind it share its ref. */
function newest(observe: Observe, journal: string): JournalSearch {
  for (const { ref } of observe.readJournal(journal)) return observe.findInJournal(journal, ref);
  return { entries: [], searched: 0 };
}

/** A journal that cannot be read is not one without the failure. */
function reading<T>(journal: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`cannot read the journal ${journal}: ${code ?? message}`);
  }
}

function tell(
  { entries, searched }: JournalSearch,
  search: { readonly ref: Ref | undefined; readonly journal: string; readonly json: boolean },
  terminal: Terminal,
): ExitCode {
  const { ref, journal, json } = search;
  const code = entries.length === 0 ? 1 : 0;
  if (json) {
    writeJson({ journal, searched, entries }, terminal);
  } else if (code === 0) {
    terminal.out(`${entries.map((entry) => renderStory(entry, terminal)).join('\n\n')}\n`);
  } else {
    terminal.err(complaint(ref, searched, journal));
  }
  return code;
}

function complaint(ref: Ref | undefined, searched: number, journal: string): string {
  const count = searched === 1 ? '1 entry' : `${searched} entries`;
  return [
    searched > 0
      ? `errata: unknown ref ${ref} (${count} searched)`
      : existsSync(journal)
        ? 'errata: the journal is empty (0 entries searched)'
        : 'errata: no journal found (0 entries searched)',
    `Looked in ${journal} and its older files.`,
    'Another file: --journal <file>. errata serve writes one; other servers do so with',
    'createJournal() of @errata/observe.',
    '',
  ].join('\n');
}
