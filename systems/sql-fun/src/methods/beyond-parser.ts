import { sqlFun } from '@errata/catalogs/sql-fun';
import { isFault } from '@errata/core/fault';

/** Runs what parses a text. A text that is more than the parser's stack can take is the caller's to change; the cause tells the worker to go. */
export async function beyondParser<T>(parameter: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (isFault(thrown) || !isTrap(thrown)) throw thrown;
    throw sqlFun.INVALID_SQL(
      { target: 'statement', name: '', sqlstate: '54001' },
      { details: `${parameter} is nested too deeply for the parser`, cause: thrown },
    );
  }
}

function isTrap(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (thrown instanceof RangeError) return thrown.message.startsWith('Maximum call stack');
  return thrown.name === 'RuntimeError'; // of WebAssembly
}
