import type { SampleOptions } from '@errata/erlmcp';
import type { Command } from 'commander';
import { given } from '../../given.js';
import { numberOption } from '../../number-option.js';
import { portOption } from '../../port-option.js';
import { UsageError } from '../../usage-error.js';
import { addJournalOptions, type FailureFlags } from './failure-options.js';
import type { TransportFlags } from './transport.js';

export interface ErlmcpFlags extends TransportFlags, FailureFlags {
  readonly tcp?: boolean;
  readonly root?: string;
  readonly upstream?: string;
  readonly admin?: boolean;
  readonly deadline?: number;
  readonly rate?: number;
  readonly perSecond?: number;
  readonly maxMessageBytes?: number;
}

export function addErlmcpOptions(command: Command): Command {
  command
    .option('--stdio', 'on standard input and output; the default')
    .option('--http', 'as Streamable HTTP, at /mcp')
    .option('--tcp', 'over TCP, a message per line')
    .addOption(portOption('with --http or --tcp; a free one unless told'))
    .option('--host <address>', 'with --http or --tcp; 127.0.0.1 unless told')
    .option('--trust-everybody', 'with --host: there are no tokens, whoever reaches it is let in')
    .option('--root <folder>', 'a folder whose files are resources')
    .option('--upstream <url>', 'what the resource upstream:report is fetched from')
    .option('--admin', 'let clients add and remove tools')
    .addOption(
      numberOption('--deadline <s>', 'that a tool may take; 5 unless told, 0 for no limit', {
        unit: 'seconds',
      }),
    )
    .addOption(
      numberOption('--rate <burst>', 'requests of a client at once; no limit unless told', {
        ...{ whole: true, min: 1 },
      }),
    )
    .addOption(
      numberOption('--per-second <n>', 'with --rate: how many more each second', { above: 0 }),
    )
    .addOption(
      numberOption('--max-message-bytes <n>', 'of one message; 1048576 unless told', {
        ...{ whole: true, min: 1024 },
      }),
    );
  return addJournalOptions(command);
}

/** The flags that are about a port, as they are typed. */
const PORT_FLAGS = [
  ['port', '--port'],
  ['host', '--host'],
  ['trustEverybody', '--trust-everybody'],
] as const;

const WAYS = ['stdio', 'http', 'tcp'] as const;

/** How it is served. Throws where two ways are chosen, or a flag has no use for the one that is. */
export function transportOf(flags: ErlmcpFlags): (typeof WAYS)[number] {
  const [way = 'stdio', other] = WAYS.filter((each) => flags[each] === true);
  if (other !== undefined) {
    throw new UsageError(`--${way} and --${other} are two ways to serve: choose one`);
  }
  if (way === 'stdio') {
    const lost = PORT_FLAGS.find(([name]) => flags[name] !== undefined);
    if (lost !== undefined) throw new UsageError(`${lost[1]} goes with --http or --tcp`);
  }
  return way;
}

/** What the flags of its own mean to the server. */
export function toErlmcpOptions(flags: ErlmcpFlags): SampleOptions {
  const { deadline, rate: burst, perSecond } = flags;
  if ((burst === undefined) !== (perSecond === undefined)) {
    throw new UsageError('--rate and --per-second go together');
  }
  return {
    ...given(flags, 'root', 'upstream', 'admin', 'maxMessageBytes'),
    ...(deadline !== undefined && { deadline: deadline * 1000 }),
    ...(burst !== undefined && perSecond !== undefined && { rate: { burst, perSecond } }),
  };
}
