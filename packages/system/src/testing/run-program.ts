import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from './program-of.js';

export interface ProgramOptions {
  readonly args?: readonly string[];
  /** A program and its arguments, which runs ours. */
  readonly within?: readonly string[];
}

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
  readonly complaints: string;
}

/** Run a program from its source in a process of its own, to its end. */
export async function runProgram(source: URL, options: ProgramOptions = {}): Promise<Ended> {
  const { args = [], within = [] } = options;
  const [program, ...rest] = [...within, process.execPath, await programOf(source), ...args];
  const child = spawn(program!, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { output: '', complaints: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.complaints += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, ...texts };
}
