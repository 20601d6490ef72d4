import { accessSync, constants, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../usage-error.js';

/** Refuses a file that could not be written after all the work is done. */
export function assertWritable(file: string): void {
  if (file === '') throw new UsageError('the name of the file to write is empty');
  const why = whyNot(file);
  if (why !== undefined) throw new UsageError(`cannot write ${file}: ${why}`);
}

function whyNot(file: string): string | undefined {
  const there = statOf(file);
  if (there?.isDirectory() === true) return 'it is a folder; name a file in it';
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

function denied(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch {
    return 'permission denied';
  }
}
