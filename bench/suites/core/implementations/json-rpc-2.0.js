import jsonRpc from 'json-rpc-2.0';
import { CODES, MESSAGES, statusOf, unreachable, violationsOf, waitForRelease } from '../work.js';

/** @typedef {import('../implementation.js').Implementation} Implementation */

const {
  createJSONRPCErrorResponse,
  createJSONRPCSuccessResponse,
  JSONRPCErrorException,
  JSONRPCServer,
} = jsonRpc;

// Without a listener of its own the library writes every failure to the console.
const silent = { errorListener: () => {} };

/**
 * As its README shows it: a handler that throws `JSONRPCErrorException`.
 * @type {Implementation}
 */
export const jsonRpc20 = {
  name: 'json-rpc-2.0',
  role: 'peer',
  open(write) {
    const server = new JSONRPCServer(silent);
    server.addMethod('tools/call', ({ name, arguments: given }) => {
      switch (name) {
        case 'device/status':
          return statusOf(given);
        case 'device/configure':
          throw new JSONRPCErrorException(MESSAGES.params, CODES.params, violationsOf(given));
        case 'device/connect':
          throw new JSONRPCErrorException(
            MESSAGES.unreachable,
            CODES.unreachable,
            unreachable(given),
          );
        case 'device/wait':
          return waitForRelease();
        default:
          return given;
      }
    });
    return (text) => void server.receiveJSON(text).then((reply) => write(JSON.stringify(reply)));
  },
};

/**
 * Its advanced interface: the handler writes the reply itself and nothing is thrown, so no stack is captured.
 * @type {Implementation}
 */
export const jsonRpc20Direct = {
  name: 'json-rpc-2.0-direct',
  role: 'peer',
  extra: true,
  open(write) {
    const server = new JSONRPCServer(silent);
    server.addMethodAdvanced('tools/call', (request) => {
      const { name, arguments: given } = /** @type {import('../work.js').Params} */ (
        request.params
      );
      const id = request.id ?? null;
      switch (name) {
        case 'device/status':
          return Promise.resolve(createJSONRPCSuccessResponse(id, statusOf(given)));
        case 'device/configure':
          return Promise.resolve(
            createJSONRPCErrorResponse(id, CODES.params, MESSAGES.params, violationsOf(given)),
          );
        default:
          return Promise.resolve(
            createJSONRPCErrorResponse(
              id,
              CODES.unreachable,
              MESSAGES.unreachable,
              unreachable(given),
            ),
          );
      }
    });
    return (text) => void server.receiveJSON(text).then((reply) => write(JSON.stringify(reply)));
  },
};
