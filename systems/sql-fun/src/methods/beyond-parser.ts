import { isFault } from '@errata/core/fault';
import { invalidParameter } from './params.js';

/** Runs what parses a text. A text that is more than the parser's stack can take is the caller's to change; the cause tells the worker to go. */
export async function beyondParser<T>(parameter: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (isFault(thrown) || !isTrap(thrown)) throw thrown;
    throw invalidParameter(parameter, `${parameter} is nested too deeply for the parser`, thrown);
  }
}

function isTrap(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (thrown instanceof RangeError) return thrown.message.startsWith('Maximum call stack');
  return thrown.name === 'RuntimeError'; // of WebAssembly
}
