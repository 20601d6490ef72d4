import { spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { fileURLToPath } from 'node:url';

/** @typedef {Awaited<ReturnType<typeof startChild>>} Child */

const PRELOAD = new URL('./answer-usage.js', import.meta.url).href;

/** A process without output for this long is stuck. */
const PATIENCE_MS = 30_000;

/** How much of its last output is shown when it dies. */
const LAST_WORDS = 2_000;

/**
 * Starts a measured process with pipes for standard input and output. It can be asked for its CPU time, and everything
 * that waits for it fails when it dies.
 * @param {URL} file
 * @param {{ args?: readonly string[], signal: AbortSignal }} options
 */
export async function startChild(file, { args = [], signal }) {
  const path = fileURLToPath(file);
  // One listener per process is no leak.
  setMaxListeners(0, signal);
  const child = spawn(process.execPath, ['--import', PRELOAD, path, ...args], {
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    signal,
  });
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    words = (words + text).slice(-LAST_WORDS);
  });
  // It may end with unread output in its pipe; that is reported once, below.
  child.stdin?.on('error', () => {});
  /** @type {Promise<never>} */
  const death = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, by) => {
      reject(new Error(`${path} ${args.join(' ')} ended with ${code ?? by}\n${words}`));
    });
  });
  death.catch(() => {});

  /**
   * @template T
   * @param {Promise<T>} pending
   * @returns {Promise<T>}
   */
  async function whileAlive(pending) {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const late = new Promise((_, reject) => {
      const silent = new Error(`${path} ${args.join(' ')} does not answer\n${words}`);
      timer = setTimeout(() => reject(silent), PATIENCE_MS);
    });
    try {
      return /** @type {T} */ (await Promise.race([pending, death, late]));
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * The next message from the process.
   * @returns {Promise<any>}
   */
  const nextMessage = () => whileAlive(new Promise((resolve) => child.once('message', resolve)));

  return {
    stdin: /** @type {import('node:stream').Writable} */ (child.stdin),
    stdout: /** @type {import('node:stream').Readable} */ (child.stdout),
    whileAlive,
    nextMessage,
    /** @param {import('node:child_process').Serializable} message */
    ask(message) {
      const answer = nextMessage();
      child.send(message);
      return answer;
    },
    /** CPU nanoseconds that it has used so far: all threads, user and system. @returns {Promise<number>} */
    async cpu() {
      return (await this.ask('usage')).cpu;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}
