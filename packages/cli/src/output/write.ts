import { accessSync, constants, statSync, writeFileSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../command.js';
import type { Terminal } from '../terminal.js';

/** One JSON value on one line: what a program reads. */
export function writeJson(value: unknown, terminal: Terminal): void {
  terminal.out(`${JSON.stringify(value)}\n`);
}

/** Write a file that the user named; a wrong name gets a message in words. */
export function writeFile(file: string, text: string): void {
  if (file === '') throw new UsageError('the name of the file to write is empty');
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${reasonOf(error, file)}`);
  }
}

function reasonOf(error: unknown, file: string): string {
  const { code = 'unknown error' } = error as { code?: string };
  switch (code) {
    case 'ENOENT':
      return `there is no folder ${dirname(file)}`;
    case 'ENOTDIR':
      return `${dirname(file)} is not a folder`;
    case 'EISDIR':
      return 'it is a folder; name a file in it';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    default:
      return code;
  }
}

/** Refuses a file that could not be written after all the work is done; with `fresh`, also one that is there. */
export function assertWritable(file: string, { fresh = false } = {}): void {
  if (file === '') throw new UsageError('the name of the file to write is empty');
  const why = whyNot(file, fresh);
  if (why !== undefined) throw new UsageError(`cannot write ${file}: ${why}`);
}

/** Refuses a file that cannot be read; `expected` says what to name instead. */
export function assertReadable(file: string, expected: string): void {
  if (file === '') throw new UsageError('the name of the file to read is empty');
  const there = statOf(file);
  const why =
    there === undefined
      ? 'the file does not exist'
      : there.isDirectory()
        ? 'it is a folder'
        : denied(file, constants.R_OK);
  if (why !== undefined) throw new UsageError(`cannot read ${file}: ${why}; name ${expected}`);
}

function whyNot(file: string, fresh: boolean): string | undefined {
  const there = statOf(file);
  if (there?.isDirectory() === true) return 'it is a folder; name a file in it';
  if (there !== undefined && fresh) return 'it is there already; name a new file';
  if (there !== undefined) return denied(file);
  const folder = dirname(file);
  const around = statOf(folder);
  if (around === undefined) return `there is no folder ${folder}`;
  return around.isDirectory() ? denied(folder) : `${folder} is not a folder`;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined; // not there, or below something that is no folder
  }
}

function denied(path: string, access: number = constants.W_OK): string | undefined {
  try {
    accessSync(path, access);
    return undefined;
  } catch {
    return 'permission denied';
  }
}
