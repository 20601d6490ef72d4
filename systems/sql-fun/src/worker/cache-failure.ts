import { sqlFun } from '@errata/catalogs/sql-fun';
import { errorType } from '../policy/index.js';

/** SCHEMA_IO_FAILURE where the folder of the databases cannot be used: it is full, or others own it. */
export function toCacheFailure(thrown: unknown): unknown {
  if (!isOfFiles(thrown)) return thrown;
  const type = errorType(thrown);
  return sqlFun.SCHEMA_IO_FAILURE(
    { target: 'directory', name: thrown.path ?? 'the cache folder', error_type: type },
    {
      ...{ cause: thrown, details: `The cache folder of sql-fun cannot be used (${type})` },
      suggestion: 'Free some space, or choose another folder with --cache-dir',
    },
  );
}

const isOfFiles = (thrown: unknown): thrown is NodeJS.ErrnoException =>
  thrown instanceof Error && 'syscall' in thrown && typeof thrown.syscall === 'string';
