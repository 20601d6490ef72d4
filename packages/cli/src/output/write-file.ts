import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../usage-error.js';

/** Write a file that the user named; what is wrong with the name is told in words. */
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
