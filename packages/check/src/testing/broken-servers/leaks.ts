import { objectOrEmpty, parseJson } from '../../json/json.js';
import { broken, type Breakage, type Hooks } from '../breakage.js';

/** Of the requests that the cases about leaks make, those for what is not there. */
const PROVOCATION = /errata_check_no_such.*"password":"([^"]+)"/;

export const LEAKS_BREAKAGES: readonly Breakage[] = [
  ...broken('2025-11-25', 'stdio', {
    'errata/leaks/argument': () => ({
      outgoing(text, request = '') {
        const password = PROVOCATION.exec(request)?.[1];
        return password === undefined ? text : withDebug(text, `password was ${password}`);
      },
    }),
    'errata/leaks/environment': ({ secrets }) => tells(`TOKEN is ${secrets.join()}`),
    'errata/leaks/credentials': () =>
      tells('connect failed: postgres://admin:hunter2@db.example.com/app'),
    'errata/leaks/stack-trace': () =>
      tells('TypeError: no\n    at find (/home/ada/server/dist/tools.js:12:5)'),
    'errata/leaks/file-path': () => tells("ENOENT: open '/home/ada/server/tools.json'"),
    'errata/leaks/sql': () => tells('no rows in SELECT run FROM tools WHERE name = $1'),
    'errata/leaks/internal-address': () => tells('connect ECONNREFUSED 10.0.0.5:5432'),
    'errata/leaks/log-messages': () => ({
      incoming(text, controls) {
        const password = PROVOCATION.exec(text)?.[1];
        if (password !== undefined) controls.say(logMessage(`called with ${password}`));
        return text;
      },
    }),
  }),
  ...broken('jsonrpc', 'stdio', {
    'errata/leaks/environment-plain': ({ secrets }) => tells(`TOKEN is ${secrets.join()}`),
  }),
];

/** A server that leaks in the data of such failures. */
function tells(leak: string): Hooks {
  return {
    outgoing: (text, request = '') => (PROVOCATION.test(request) ? withDebug(text, leak) : text),
  };
}

function withDebug(text: string, debug: string): string {
  const message = objectOrEmpty(parseJson(text));
  const error = objectOrEmpty(message['error']);
  const data = { ...objectOrEmpty(error['data']), debug };
  return JSON.stringify({ ...message, error: { ...error, data } });
}

function logMessage(data: string): string {
  const params = { level: 'info', data };
  return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params });
}
