import { HttpConnection, textOf } from './http-connection.js';
import { HELLO, INITIALIZED } from './mcp-messages.js';

/**
 * @typedef {import('./stdio-load.js').Load} Load
 * @typedef {import('./stdio-load.js').Case} Case
 * @typedef {import('./stdio-load.js').Request} Request
 * @typedef {import('./mcp-messages.js').Era} Era
 *
 * Where requests go, and what they say of it.
 * @typedef {{ port: number, era: Era, session?: string }} Target
 */

const CONNECTIONS = 16;

/** Node closes a connection after 5 idle seconds; one near that limit is replaced before it is used. */
const FRESH_MS = 2_000;

/**
 * Kept connections with one request each in flight.
 * @param {import('./child.js').Child} child
 * @param {Target} target
 * @returns {Load}
 */
export function createHttpLoad({ whileAlive }, target) {
  /** @type {HttpConnection[]} */
  let connections = [];
  let used = 0;
  /** @type {Map<Case, Buffer[]>} */
  const made = new Map();
  /** @type {Map<Case, number>} */
  const statuses = new Map();

  /** @param {Case} each */
  const requestsOf = (each) => {
    const known = made.get(each) ?? each.requests.map((request) => toBytes(request, target));
    made.set(each, known);
    return known;
  };

  /** @param {Case} each @param {number} count */
  const sendAll = async (each, count) => {
    const requests = requestsOf(each);
    let next = 0;
    await Promise.all(
      connections.map(async (connection) => {
        while (next < count) {
          const { status } = await connection.send(
            /** @type {Buffer} */ (requests[next++ % requests.length]),
          );
          // The first reply was checked completely; later ones must be of the same kind.
          const expected = statuses.get(each) ?? status;
          statuses.set(each, expected);
          if (status !== expected) throw new Error(`${each.name}: ${status}, not ${expected}`);
        }
      }),
    );
    used = performance.now();
  };

  const hangUp = () => connections.forEach((connection) => connection.close());

  return {
    async open(each) {
      const idle = performance.now() - used > FRESH_MS;
      const whole = connections.length > 0 && !connections.some(({ closed }) => closed);
      if (whole && !idle) return;
      hangUp();
      connections = Array.from({ length: CONNECTIONS }, () => new HttpConnection(target.port));
      // One request on each, so that no connection is opened during the measurement.
      await whileAlive(sendAll(each, CONNECTIONS));
    },
    async ask(request) {
      const connection = new HttpConnection(target.port);
      try {
        return textOf(await whileAlive(connection.send(toBytes(request, target))));
      } finally {
        connection.close();
      }
    },
    run: (each, count) => whileAlive(sendAll(each, count)),
    close: hangUp,
  };
}

/**
 * Does the handshake of revisions up to 2025-11-25, and keeps the session.
 * @param {import('./child.js').Child} child
 * @param {number} port
 * @returns {Promise<Target>}
 */
export async function openSession({ whileAlive }, port) {
  const connection = new HttpConnection(port);
  /** @param {{ method: string }} message @param {Target} target */
  const say = (message, target) => {
    const request = { text: JSON.stringify(message), method: message.method };
    return whileAlive(connection.send(toBytes(request, target)));
  };
  try {
    const { head } = await say(HELLO, { port, era: '2025-11-25' });
    const session = /\r\nmcp-session-id: *([^\r]+)/i.exec(head)?.[1];
    if (session === undefined) throw new Error(`no session was opened:\n${head}`);
    /** @type {Target} */
    const target = { port, era: '2025-11-25', session };
    await say(INITIALIZED, target);
    return target;
  } finally {
    connection.close();
  }
}

/**
 * The headers that a client of this revision sends.
 * @param {Request} request
 * @param {Target} target
 */
function toBytes({ text, method, tool }, { port, era, session }) {
  const headers = [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...(era === 'jsonrpc' ? [] : [`MCP-Protocol-Version: ${era}`]),
    ...(session === undefined ? [] : [`Mcp-Session-Id: ${session}`]),
    ...(era === '2026-07-28' ? [`Mcp-Method: ${method}`] : []),
    ...(era === '2026-07-28' && method === 'tools/call' ? [`Mcp-Name: ${tool}`] : []),
  ];
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${text}`);
}
