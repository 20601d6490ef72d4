import { HELLO, INITIALIZED } from './mcp-messages.js';

/**
 * @typedef {import('./child.js').Child} Child
 * @typedef {import('./mcp-messages.js').Era} Era
 *
 * A request as text, and what HTTP headers repeat of it on 2026-07-28.
 * @typedef {{ text: string, method: string, tool?: string }} Request
 *
 * One kind of request as a pool of messages that differ in id and values.
 * @typedef {{ name: string, requests: readonly Request[] }} Case
 *
 * What drives one server over its transport.
 * @typedef {object} Load
 * @property {(each: Case) => Promise<void>} open Before each slice: what is done here is not measured.
 * @property {(request: Request) => Promise<string>} ask
 * @property {(each: Case, count: number) => Promise<void>} run
 * @property {() => void} close
 */

/** Requests in flight. They are written at once, as they arrive from a busy client. */
const WINDOW = 32;

const NEWLINE = 10;

/**
 * Lines over the pipes of a child process.
 * @param {Child} child
 * @param {Era} era
 * @returns {Promise<Load>}
 */
export async function createStdioLoad({ stdin, stdout, whileAlive }, era) {
  let missing = 0;
  let keep = false;
  let kept = '';
  /** @type {() => void} */
  let complete = () => {};
  stdout.on('data', (/** @type {Buffer} */ chunk) => {
    if (keep) kept += chunk.toString();
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) missing--;
    if (missing === 0) complete();
  });

  /** @param {string} lines @param {number} replies */
  const exchange = (lines, replies) => {
    missing = replies;
    const done = new Promise((resolve) => (complete = () => resolve(undefined)));
    stdin.write(lines);
    return done;
  };

  /** @param {string} text */
  const askText = async (text) => {
    kept = '';
    keep = true;
    await whileAlive(exchange(`${text}\n`, 1));
    keep = false;
    return kept.trimEnd();
  };

  /** One text per window of the pool, made once. @type {Map<Case, string[]>} */
  const windows = new Map();
  /** @param {Case} each */
  const windowsOf = (each) => {
    const known = windows.get(each);
    if (known !== undefined) return known;
    const made = [];
    for (let from = 0; from < each.requests.length; from += WINDOW) {
      const some = each.requests.slice(from, from + WINDOW);
      made.push(some.map(({ text }) => `${text}\n`).join(''));
    }
    windows.set(each, made);
    return made;
  };

  /** @param {Case} each @param {number} count */
  const sendAll = async (each, count) => {
    const texts = windowsOf(each);
    let sent = 0;
    for (; count - sent >= WINDOW; sent += WINDOW) {
      await exchange(/** @type {string} */ (texts[(sent / WINDOW) % texts.length]), WINDOW);
    }
    const rest = each.requests.slice(0, count - sent);
    if (rest.length > 0) await exchange(rest.map(({ text }) => `${text}\n`).join(''), rest.length);
  };

  if (era === '2025-11-25') {
    await askText(JSON.stringify(HELLO));
    stdin.write(`${JSON.stringify(INITIALIZED)}\n`);
  }
  return {
    open: async () => {},
    ask: ({ text }) => askText(text),
    run: (each, count) => whileAlive(sendAll(each, count)),
    close: () => stdin.end(),
  };
}
