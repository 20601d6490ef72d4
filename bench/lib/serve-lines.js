import { listenOn } from './announce.js';

/**
 * Hand-written: lines in, lines out, nothing else.
 * @param {(text: string) => string | undefined} answer
 */
export function serveLines(answer) {
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const reply = answer(line);
      if (reply !== undefined) process.stdout.write(`${reply}\n`);
    }
  });
}

/**
 * Raw node:http: read the body, answer it, and nothing else. No header is looked at.
 * @param {(text: string) => string | undefined} answer
 * @param {Record<string, string>} [headers] Sent beside type and length.
 */
export function serveBodies(answer, headers = {}) {
  listenOn((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = answer(Buffer.concat(chunks).toString()) ?? '';
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        ...headers,
      });
      response.end(body);
    });
  });
}
