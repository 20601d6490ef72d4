import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

export type Script = ChildProcessByStdio<Writable, Readable, Readable>;

let scripts = 0;

/** Start a program that may import the built packages. */
export function runScript(
  folder: string,
  text: string,
  { args = [], wrapper = [] }: { args?: readonly string[]; wrapper?: readonly string[] } = {},
): Script {
  const file = join(folder, `script-${++scripts}.mjs`);
  writeFileSync(file, text);
  const [command, ...rest] = [...wrapper, process.execPath, file, ...args];
  return spawn(command!, rest, { stdio: ['pipe', 'pipe', 'pipe'] });
}

/** How it ended, and what it said; a program that failed fails the test with its words. */
export async function ended(script: Script): Promise<string> {
  let out = '';
  let err = '';
  script.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  script.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code, signal] = (await once(script, 'close')) as [number | null, string | null];
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the script ended with ${code}: ${err}`);
  return out;
}
