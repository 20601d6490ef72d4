import type { ServeEngramOptions } from '@errata/engram';
import type { Command } from 'commander';
import { choiceOption } from '../../choice.js';
import { given } from '../../given.js';
import { numberOption } from '../../number-option.js';
import { addJournalOptions, toolFailuresOption, type FailureFlags } from './failure-options.js';
import { addTransportOptions, type TransportFlags } from './transport.js';

type Told<K extends keyof ServeEngramOptions> = NonNullable<ServeEngramOptions[K]>;

type UnknownActor = Told<'unknownActor'>;
type Module = Told<'without'>[number];
type Lang = Told<'lang'>;

export interface EngramFlags extends TransportFlags, FailureFlags {
  readonly url?: string;
  readonly tokens?: string;
  readonly logbook?: string;
  readonly evidence?: string;
  readonly openmemory?: string;
  readonly openmemoryTimeout?: number;
  readonly user?: string;
  readonly member?: readonly string[];
  readonly admin?: readonly string[];
  readonly unknownActor?: UnknownActor;
  readonly without?: readonly Module[];
  readonly lang?: Lang;
  readonly requeueDead?: boolean;
}

// Loading the gateway for three lists would slow every command down; records of its types miss no name.
const UNKNOWN_ACTOR: Readonly<Record<UnknownActor, true>> = {
  reject: true,
  degrade: true,
  auto_create: true,
};
const MODULE: Readonly<Record<Module, true>> = {
  memory: true,
  report: true,
  governance: true,
  evidence: true,
};
const LANG: Readonly<Record<Lang, true>> = { en: true, zh: true };

export function addEngramOptions(command: Command): Command {
  addTransportOptions(command)
    .option('--url <url>', 'with --http: how clients reach it, where a proxy is in front')
    .option('--tokens <file>', 'with --http: a file of users and their bearer tokens')
    .option('--trust-everybody', 'with --http on loopback: no tokens, all are let in')
    .option('--logbook <url>', 'a file for SQLite, or postgres://…')
    .option('--evidence <folder>', 'where the bytes of evidence are kept')
    .option('--openmemory <url>', 'where OpenMemory is; it brings its own unless told')
    .addOption(
      numberOption(
        '--openmemory-timeout <s>',
        'for one call to OpenMemory with all its attempts; 30 unless told',
        { above: 0, unit: 'seconds' },
      ),
    )
    .option(
      '--user <name>',
      'who is asking: on stdio, default the system user; with --trust-everybody, who names no actor',
    )
    .option('--member <name...>', 'users to register, beside those with a token')
    .option('--admin <name...>', 'users to register who need no admin key for governance')
    .addOption(
      choiceOption(
        '--unknown-actor <policy>',
        'about those who are not registered; degrade unless told',
        'policy',
        Object.keys(UNKNOWN_ACTOR),
      ),
    )
    .addOption(choiceOption('--without <module...>', 'switch off', 'module', Object.keys(MODULE)))
    .addOption(
      choiceOption('--lang <lang>', 'of messages; en unless told', 'language', Object.keys(LANG)),
    )
    .addOption(toolFailuresOption())
    .option('--requeue-dead', 'try again what the outbox has given up');
  return addJournalOptions(command);
}

/** What the flags of its own mean to the gateway. */
export function toEngramOptions(flags: EngramFlags): ServeEngramOptions {
  const { evidence, openmemory, openmemoryTimeout, member, admin } = flags;
  return {
    ...given(flags, 'logbook', 'user', 'unknownActor', 'without', 'lang', 'requeueDead'),
    ...(evidence !== undefined && { evidenceFolder: evidence }),
    ...(openmemory !== undefined && { openMemory: openmemory }),
    ...(openmemoryTimeout !== undefined && { openMemoryTimeout: openmemoryTimeout * 1000 }),
    ...(member !== undefined && { members: member }),
    ...(admin !== undefined && { admins: admin }),
  };
}
