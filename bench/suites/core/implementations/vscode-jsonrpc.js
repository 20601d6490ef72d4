import rpc from 'vscode-jsonrpc/node';
import { CODES, MESSAGES, statusOf, unreachable, violationsOf, waitForRelease } from '../work.js';

/**
 * A connection over a reader and a writer in memory: its framing is left out, because nobody else has to frame here.
 * @type {import('../implementation.js').Implementation}
 */
export const vscodeJsonrpc = {
  name: 'vscode-jsonrpc',
  role: 'peer',
  open(write) {
    const reader = new TextReader();
    const connection = rpc.createMessageConnection(reader, new TextWriter(write), silent);
    connection.onRequest('tools/call', ({ name, arguments: given }) => {
      switch (name) {
        case 'device/status':
          return statusOf(given);
        case 'device/configure':
          // Returned, not thrown: the library takes both, and this is the cheaper one.
          return new rpc.ResponseError(CODES.params, MESSAGES.params, violationsOf(given));
        case 'device/connect':
          return new rpc.ResponseError(CODES.unreachable, MESSAGES.unreachable, unreachable(given));
        case 'device/wait':
          return waitForRelease();
        default:
          return given;
      }
    });
    connection.listen();
    return (text) => reader.receive(text);
  },
};

const silent = { error() {}, warn() {}, info() {}, log() {} };

class TextReader extends rpc.AbstractMessageReader {
  /** @type {import('vscode-jsonrpc').DataCallback} */
  #callback = () => {};

  /**
   * @override
   * @param {import('vscode-jsonrpc').DataCallback} callback
   */
  listen(callback) {
    this.#callback = callback;
    return { dispose() {} };
  }

  /** @param {string} text */
  receive(text) {
    try {
      this.#callback(JSON.parse(text));
    } catch (error) {
      this.fireError(error);
    }
  }
}

class TextWriter extends rpc.AbstractMessageWriter {
  /** @param {(reply: string) => void} write */
  constructor(write) {
    super();
    this.reply = write;
  }

  /** @param {import('vscode-jsonrpc').Message} message */
  async write(message) {
    this.reply(JSON.stringify(message));
  }

  end() {}
}
