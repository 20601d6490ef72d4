import jayson from 'jayson';
import { CODES, MESSAGES, statusOf, unreachable, violationsOf, wait } from '../work.js';

/**
 * `server.call` with a callback handler that gives a plain error object: its fastest way, and the one it documents. Its
 * transports write with json-stringify-safe; here it has the faster `JSON.stringify`.
 * @type {import('../implementation.js').Implementation}
 */
export const jaysonServer = {
  name: 'jayson',
  role: 'peer',
  open(write) {
    const server = new jayson.Server({
      /**
       * @param {import('../work.js').Params} params
       * @param {(error: object | null, result?: unknown) => void} callback
       */
      'tools/call': ({ name, arguments: given }, callback) => {
        switch (name) {
          case 'device/status':
            return callback(null, statusOf(given));
          case 'device/configure':
            return callback({
              code: CODES.params,
              message: MESSAGES.params,
              data: violationsOf(given),
            });
          case 'device/connect':
            return callback({
              code: CODES.unreachable,
              message: MESSAGES.unreachable,
              data: unreachable(given),
            });
          case 'device/wait':
            return wait(() => callback(null, given));
          default:
            return callback(null, given);
        }
      },
    });
    return (text) =>
      server.call(text, (/** @type {unknown} */ error, /** @type {unknown} */ reply) =>
        write(JSON.stringify(error ?? reply)),
      );
  },
};
