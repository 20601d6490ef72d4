import { watch } from 'node:fs';
import process from 'node:process';
import { addAbortSignal } from 'node:stream';
import type { CheckIo } from '@errata/sql-fun/check';
import { createProgressLine } from '../output/progress-line.js';
import { sentenceOf } from '../running.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

/** Milliseconds: an editor writes a file in several steps. */
const PAUSE = 100;
const MAX_STDIN = 11 * 1024 * 1024;

/** The terminal and this process, as the commands of sql-fun use them. */
export function createSqlIo(terminal: Terminal, signal: AbortSignal): CheckIo {
  const { out, err, annotate, columns, colors, interactive } = terminal;
  const line = createProgressLine(terminal);
  return {
    ...{ out, err, annotate, columns, colors, signal },
    progress: (text) => (text === '' ? line.clear() : interactive && line.show(text)),
    folder: process.cwd(),
    readStdin: () => readStdin(signal),
    watch: watchFolders,
  };
}

async function readStdin(signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of addAbortSignal(signal, process.stdin)) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_STDIN) break; // too large already: the rest is not needed to say so
  }
  return Buffer.concat(chunks);
}

function watchFolders(folders: readonly string[], onChange: () => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, PAUSE);
  };
  // A folder that is removed ends its watcher with an error; that is a change like others.
  const watchers = folders.map((folder) => {
    try {
      return watch(folder, changed).on('error', changed);
    } catch (error) {
      throw new UsageError(`cannot watch ${folder}: ${sentenceOf(error)}`);
    }
  });
  return {
    close() {
      clearTimeout(timer);
      for (const each of watchers) each.close();
    },
  };
}
