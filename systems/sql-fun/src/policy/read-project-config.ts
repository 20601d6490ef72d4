import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Fault } from '@errata/core/fault';
import { CONFIG_FILE, DEFAULT_CONFIG, type ProjectConfig } from './config.js';
import { ConfigError, parseConfig } from './parse-config.js';
import { errorType } from './error-type.js';

const MAX_BYTES = 1024 * 1024;

/** Reads the config of a project; a project without one has the defaults. */
export async function readProjectConfig(
  folder: string,
  file = join(folder, CONFIG_FILE),
): Promise<ProjectConfig> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    const type = errorType(cause);
    if (type === 'ENOENT') return DEFAULT_CONFIG;
    throw failure(file, type, `${basename(file)} cannot be read (${type})`, cause);
  }
  try {
    if (bytes.length > MAX_BYTES) throw new ConfigError(`it is larger than ${MAX_BYTES} bytes`);
    return parseConfig(decode(bytes));
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw failure(file, 'EINVAL', `${basename(file)}: ${cause.message}`, cause);
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ConfigError('it is not UTF-8', { cause });
  }
}

function failure(file: string, type: string, details: string, cause: unknown): Fault {
  return sqlFun.SCHEMA_IO_FAILURE(
    { target: 'config_file', name: file, error_type: type },
    { details, cause, suggestion: `Correct ${basename(file)}` },
  );
}
