import { createReadStream, existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createRef } from '@errata/core/internal';
import { openLogbook, type LogbookParts } from '../logbook/logbook.js';
import type { EngramOptions } from '../settings/options.js';
import { resolveOptions } from '../settings/resolve-options.js';
import {
  changeTeam,
  changeUser,
  listUsers,
  type TeamChange,
  type UserChange,
} from './change-users.js';
import { exportLogbook, ImportError, importLogbook } from './transfer-logbook.js';

export interface AdministrationOptions extends Pick<
  EngramOptions,
  'logbook' | 'evidenceFolder' | 'env'
> {
  /** Whether a logbook is begun where there is none. Default: true; otherwise a SQLite file that is not there throws a TypeError. */
  readonly create?: boolean;
}

export type Administration = Awaited<ReturnType<typeof openAdministration>>;

/** What an operator does to a logbook without a gateway: users, teams, export, import. Every change is in the audit. */
export async function openAdministration(options: AdministrationOptions = {}) {
  const { logbook: url, evidenceFolder, user: by } = resolveOptions(options);
  const file = /^(?:sqlite:)?(?!:|postgres)(.+)$/i.exec(url)?.[1];
  if (options.create === false && file !== undefined && !existsSync(file)) {
    throw new TypeError(`there is no logbook ${file}: start the gateway once, or name another one`);
  }
  const logbook = await openLogbook({ url, evidenceFolder });

  const recorded = <T>(
    command: string,
    detail: object,
    work: (parts: LogbookParts) => Promise<T>,
  ) =>
    logbook.transaction(async (parts) => {
      const done = await work(parts);
      await parts.audit.record({
        ...{ correlation_id: createRef(), actor: by, tool: command, action: 'done' },
        detail: JSON.stringify(detail),
      });
      return done;
    });

  return {
    list: () => listUsers(logbook),
    changeUser: (change: UserChange) =>
      recorded('errata engram users', change, (parts) => changeUser(parts, change, by)),
    changeTeam: (change: TeamChange) =>
      recorded('errata engram teams', change, (parts) => changeTeam(parts, change, by)),
    /** Writes a new file that only its owner can read. How many lines it has. */
    async exportTo(path: string): Promise<number> {
      let count = 0;
      const lines = async function* () {
        for await (const line of exportLogbook(logbook, Date.now)) {
          count++;
          yield `${JSON.stringify(line)}\n`;
        }
      };
      // A file that is there may be the logbook itself, or readable by others.
      const file = await open(path, 'wx', 0o600);
      try {
        await pipeline(Readable.from(lines()), file.createWriteStream());
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return count;
    },
    /** How many lines of each type were new. Throws `ImportError`. */
    async importFrom(path: string) {
      const counts = await importLogbook(logbook, linesOf(createReadStream(path, 'utf8')));
      await recorded('errata engram import', counts, () => Promise.resolve());
      return counts;
    },
    close: () => logbook.close(),
  };
}

/** Characters of a line. Evidence of 1 MiB is far shorter. */
const LONGEST_LINE = 16 * 1024 * 1024;

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  let number = 1;
  for await (const chunk of chunks) {
    const [first = '', ...more] = chunk.split('\n');
    rest += first;
    if (rest.length > LONGEST_LINE) throw new ImportError(`line ${number} is too long`);
    for (const next of more) {
      yield rest;
      rest = next;
      number++;
    }
  }
  yield rest;
}
