import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { HELLO } from '../../lib/mcp-messages.js';

/**
 * One life of a server. `answerMs`: from spawn to the reply to `initialize`; `endMs`: from the end of its input to its own end;
 * CPU and memory are those of the whole life.
 * @typedef {{ answerMs: number, endMs: number, cpuMs: number, rssMb: number }} Life
 */

const PRELOAD = new URL('../../lib/print-usage.js', import.meta.url).href;

/** A process that takes longer than this to answer or to end is stuck. */
const PATIENCE_MS = 20_000;

/**
 * Start a server, shake hands, close its input, wait for its end.
 * @param {string} name
 * @param {AbortSignal} signal
 * @returns {Promise<Life>}
 */
export function spawnOnce(name, signal) {
  const file = fileURLToPath(new URL(`./servers/${name}.js`, import.meta.url));
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, ['--import', PRELOAD, file], {
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      signal,
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
    });
    const [input, output, errors, usage] =
      /** @type {[import('node:stream').Writable, ...import('node:stream').Readable[]]} */ (
        /** @type {unknown} */ (child.stdio)
      );
    let answered = 0;
    let reply = '';
    let words = '';
    let used = '';
    input.on('error', () => {});
    errors?.setEncoding('utf8').on('data', (text) => (words += text));
    usage?.setEncoding('utf8').on('data', (text) => (used += text));
    output?.setEncoding('utf8').on('data', (text) => {
      reply += text;
      if (answered !== 0 || !reply.includes('\n')) return;
      answered = performance.now();
      input.end();
    });
    child.once('error', reject);
    let ended = 0;
    child.once('exit', () => (ended = performance.now()));
    child.once('close', (code, by) => {
      if (code !== 0 || !isWelcome(reply)) {
        reject(new Error(`${name} ended with ${code ?? by} and said ${reply}\n${words}`));
      } else {
        resolve({ answerMs: answered - started, endMs: ended - answered, ...JSON.parse(used) });
      }
    });
    input.write(`${JSON.stringify(HELLO)}\n`);
  });
}

/** Whether this is one line, and the reply that a client can go on with. @param {string} text */
function isWelcome(text) {
  if (text.indexOf('\n') !== text.length - 1) return false;
  const { id, result } = JSON.parse(text);
  return id === HELLO.id && result?.protocolVersion === HELLO.params.protocolVersion;
}
