import process from 'node:process';
import type { Command } from 'commander';
import type { Administration, AdministrationOptions } from '@errata/engram';
import { isFault } from '@errata/core';
import { UsageError, type ExitCode, type Perform } from '../command.js';
import { addOptions, optionsOf, type OptionTable } from '../options.js';
import { assertReadable, assertWritable } from '../output/write.js';
import { causeOf, sentenceOf } from '../running.js';
import { load, refuseOthers } from '../systems.js';
import type { Terminal } from '../terminal.js';

/** Line types of an export whose plural is not the word with an s. */
const PLURALS: Readonly<Record<string, string>> = {
  memory: 'memories',
  evidence: 'evidence',
  audit: 'audit entries',
};

/** Where the gateway keeps its files, as for `errata serve engram`. */
const PLACE: OptionTable = {
  logbook: {
    flag: '--logbook <url>',
    help: 'a file for SQLite, or postgres://…; default: that of errata serve engram',
    env: 'ERRATA_ENGRAM_LOGBOOK',
  },
  evidenceFolder: {
    flag: '--evidence <folder>',
    help: 'where the bytes of evidence are; default: that of errata serve engram',
  },
};

interface Row {
  readonly name: string;
  readonly summary: string;
  /** Commander's way to write arguments: `<user>`. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly option?: readonly [flags: string, help: string];
  /** Whether it may begin a logbook. Default: the logbook must be there. */
  readonly create?: boolean;
  /** Throws a UsageError before the logbook is opened. */
  check?(given: readonly string[], flags: Readonly<Record<string, unknown>>): void;
  /** The lines to print; nothing to do ends with 1. */
  run(
    admin: Administration,
    given: readonly string[],
    flags: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly lines: readonly string[]; readonly done?: boolean }>;
}

const USER = { '<user>': 'a name without spaces, such as alice' };
const MEMBERSHIP = { '<team>': 'the name of the team, without team:', ...USER };

const outcome = (changed: boolean, done: string, not: string) => ({
  lines: [changed ? done : not],
  done: changed,
});

const USERS: readonly Row[] = [
  {
    name: 'list',
    summary: 'all users with role, token and teams',
    async run(admin) {
      const { users } = await admin.list();
      return {
        lines: users.map(({ user, role, token, teams }) =>
          [user, role, token ? 'token' : 'no token', ...teams].join('  '),
        ),
      };
    },
  },
  {
    name: 'add',
    summary: 'register a user, or change the role',
    arguments: USER,
    option: ['--role <role>', 'member or admin; default: member'],
    create: true,
    check(_given, { role = 'member' }) {
      if (role === 'member' || role === 'admin') return;
      throw new UsageError(`--role takes member or admin, not ${JSON.stringify(role)}`);
    },
    async run(admin, [user = ''], flags) {
      const { role } = flags as { role?: 'member' | 'admin' };
      const { changed } = await admin.changeUser({ action: 'add', user, role });
      return outcome(changed, `Added ${user}.`, `${user} is registered already.`);
    },
  },
  {
    name: 'remove',
    summary: 'remove a user with the token and all memberships',
    arguments: USER,
    async run(admin, [user = '']) {
      const { changed } = await admin.changeUser({ action: 'remove', user });
      return outcome(changed, `Removed ${user}. The memories stay.`, `There is no user ${user}.`);
    },
  },
  {
    name: 'rotate',
    summary: 'make a new token; the old one stops working',
    arguments: USER,
    async run(admin, [user = '']) {
      const { changed, token } = await admin.changeUser({ action: 'rotate_token', user });
      return outcome(changed, `${user} ${token}`, `There is no user ${user}.`);
    },
  },
];

const TEAMS: readonly Row[] = [
  {
    name: 'list',
    summary: 'all teams with their members',
    async run(admin) {
      const { teams } = await admin.list();
      return { lines: teams.map(({ space, members }) => [space, ...members].join('  ')) };
    },
  },
  {
    name: 'add',
    summary: 'add a user to a team; the first member closes it to others',
    arguments: MEMBERSHIP,
    async run(admin, [team = '', user = '']) {
      const { users } = await admin.list();
      if (!users.some((each) => each.user === user)) {
        return outcome(
          false,
          '',
          `There is no user ${user}. Add one with errata engram users add.`,
        );
      }
      const { changed, space } = await admin.changeTeam({ action: 'add', team, user });
      return outcome(changed, `Added ${user} to ${space}.`, `${user} is in ${space} already.`);
    },
  },
  {
    name: 'remove',
    summary: 'remove a user from a team',
    arguments: MEMBERSHIP,
    async run(admin, [team = '', user = '']) {
      const { changed, space } = await admin.changeTeam({ action: 'remove', team, user });
      return outcome(changed, `Removed ${user} from ${space}.`, `${user} is not in ${space}.`);
    },
  },
];

const TRANSFER: readonly Row[] = [
  {
    name: 'export',
    summary: 'write everything to a file, one JSON object per line',
    arguments: { '<file>': 'a new file, readable only by you' },
    check: ([file = '']) => assertWritable(file, { fresh: true }),
    async run(admin, [file = '']) {
      return { lines: [`Exported ${await admin.exportTo(file)} lines to ${file}.`] };
    },
  },
  {
    name: 'import',
    summary: 'add the entries of an export that this logbook lacks',
    arguments: { '<file>': 'as export wrote it' },
    create: true,
    check: ([file = '']) => assertReadable(file, 'one that errata engram export wrote'),
    async run(admin, [file = '']) {
      const counts = Object.entries(await admin.importFrom(file));
      const what = counts
        .map(([type, count]) => `${count} ${count === 1 ? type : (PLURALS[type] ?? `${type}s`)}`)
        .join(', ');
      return { lines: [counts.length === 0 ? 'Nothing was new.' : `Imported: ${what}.`] };
    },
  },
];

/** `errata engram`: users, teams, export and import of a logbook, also while its gateway runs. */
export function addEngramCommand(program: Command, perform: Perform): void {
  const engram = program
    .command('engram')
    .summary('users, teams, export and import of a memory gateway')
    .description('Manage the logbook of a memory gateway. The gateway may be running.')
    .addHelpText('after', HELP);
  addRows(engram, TRANSFER, perform);
  addRows(group(engram, 'users', 'who may use the gateway'), USERS, perform);
  addRows(group(engram, 'teams', 'who reads and writes a team space'), TEAMS, perform);
}

const HELP = `
Examples:
  errata engram users add bob
  errata engram users rotate bob
  errata engram teams add platform bob
  errata engram export memories.ndjson
  errata engram import memories.ndjson --logbook postgres://localhost/engram

Exit codes: 0 done, 1 nothing to do or failed, 2 wrong usage.`;

function group(parent: Command, name: string, summary: string): Command {
  return parent.command(name).summary(summary).description(asSentence(summary));
}

const asSentence = (summary: string) => `${summary[0]!.toUpperCase()}${summary.slice(1)}.`;

function addRows(parent: Command, rows: readonly Row[], perform: Perform): void {
  refuseOthers(parent.helpCommand(false), 'command');
  for (const row of rows) {
    const { name, summary, arguments: declared = {}, option } = row;
    const command = parent.command(name).summary(summary).description(asSentence(summary));
    for (const [syntax, about] of Object.entries(declared)) command.argument(syntax, about);
    if (option !== undefined) command.option(...option);
    addOptions(command, PLACE);
    command.action(() =>
      perform((terminal) =>
        administer(terminal, row, command.processedArgs as string[], command.opts()),
      ),
    );
  }
}

async function administer(
  terminal: Terminal,
  { create = false, check, run, arguments: declared = {} }: Row,
  given: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  check?.(given, flags);
  const { openAdministration } = await load('engram');
  const options = { ...optionsOf(flags, PLACE), env: process.env, create };
  let admin: Administration | undefined;
  try {
    admin = await openAdministration(options as AdministrationOptions);
    const { lines, done = true } = await run(admin, given, flags);
    for (const line of lines) terminal.out(`${line}\n`);
    return done ? 0 : 1;
  } catch (error) {
    // Wrong settings are a usage error; a logbook that cannot be opened is not.
    if (admin === undefined && error instanceof TypeError) throw new UsageError(error.message);
    if (!isFault(error)) terminal.fail(sentenceOf(error));
    else if (error.reason !== 'INVALID_PARAM_VALUE') {
      terminal.fail(`${sentenceOf(error)}${causeOf(error)}. ${error.suggestion}.`);
    } else {
      const { param } = error.context as { readonly param: string };
      const place = Object.keys(declared).indexOf(`<${param}>`);
      const want = declared[`<${param}>`];
      throw new UsageError(`<${param}> takes ${want}; not ${JSON.stringify(given[place])}`);
    }
    return 1;
  } finally {
    await admin?.close();
  }
}
