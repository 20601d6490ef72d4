import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ERRATA = fileURLToPath(new URL('../../../packages/cli/bin/errata.js', import.meta.url));

/** A program that says nothing for this long is stuck. */
const PATIENCE_MS = 60_000;

/**
 * Start `errata` with these words, and wait until it has printed what the pattern finds.
 * @param {readonly string[]} words
 * @param {RegExp} ready
 * @param {{ folder: string, env?: Record<string, string>, signal: AbortSignal }} options
 */
export async function startErrata(words, ready, { folder, env = {}, signal }) {
  const child = spawn(process.execPath, [ERRATA, ...words], {
    cwd: folder,
    // Nothing of the user's own settings and files.
    env: { PATH: process.env['PATH'], HOME: folder, XDG_STATE_HOME: folder, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  /** @type {Promise<RegExpExecArray>} */
  const match = new Promise((resolve, reject) => {
    const hear = (/** @type {string} */ text) => {
      said += text;
      const found = ready.exec(said);
      if (found !== null) resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('exit', (code) =>
      reject(new Error(`errata ${words[0]} ended with ${code}: ${said}`)),
    );
    setTimeout(
      () => reject(new Error(`errata ${words[0]} is not ready: ${said}`)),
      PATIENCE_MS,
    ).unref();
    signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  try {
    return { match: await match, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
