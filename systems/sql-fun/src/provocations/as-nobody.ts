import { chown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { Command } from './served.js';

/** The user who owns nothing. */
const NOBODY = 65_534;

const PROGRAM = `
const [id, program, ...args] = process.argv.slice(1);
const options = { stdio: 'inherit', uid: Number(id), gid: Number(id) };
require('node:child_process').spawn(program, args, options).on('exit', (code) => process.exit(code ?? 1));
`;

const isRoot = (): boolean => process.getuid?.() === 0;

/** The command as a user runs it whom the permissions of files stop: they do not stop root. */
export function asNobody(command: Command): Command {
  return isRoot() ? [process.execPath, '-e', PROGRAM, String(NOBODY), ...command] : command;
}

/** Give a folder and all that is in it to that user. */
export async function giveToNobody(folder: string): Promise<void> {
  if (!isRoot()) return;
  const names = await readdir(folder, { recursive: true });
  for (const name of ['.', ...names]) await chown(join(folder, name), NOBODY, NOBODY);
}
