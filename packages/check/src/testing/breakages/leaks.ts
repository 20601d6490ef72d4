import { membersOf, parseJson } from '../../json/json.js';
import type { Breakage, Hooks } from '../breakage.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;
const PLAIN_WHERE = { era: 'jsonrpc', transport: 'stdio' } as const;
/** Of the requests that the cases about leaks make, those for what is not there. */
const PROVOCATION = /errata_check_no_such.*"password":"([^"]+)"/;

/** A server that says too much in the data of such failures. */
function tells(leak: string): Hooks {
  return {
    outgoing: (text, request = '') => (PROVOCATION.test(request) ? withDebug(text, leak) : text),
  };
}

function withDebug(text: string, debug: string): string {
  const message = membersOf(parseJson(text));
  const error = membersOf(message['error']);
  const data = { ...membersOf(error['data']), debug };
  return JSON.stringify({ ...message, error: { ...error, data } });
}

export const LEAKS_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'errata/leaks/argument',
    breaks: () => ({
      outgoing(text, request = '') {
        const password = PROVOCATION.exec(request)?.[1];
        return password === undefined ? text : withDebug(text, `password was ${password}`);
      },
    }),
  },
  {
    ...WHERE,
    id: 'errata/leaks/environment',
    breaks: ({ secrets }) => tells(`TOKEN is ${secrets.join()}`),
  },
  {
    ...PLAIN_WHERE,
    id: 'errata/leaks/environment-plain',
    breaks: ({ secrets }) => tells(`TOKEN is ${secrets.join()}`),
  },
  {
    ...WHERE,
    id: 'errata/leaks/credentials',
    breaks: () => tells('connect failed: postgres://admin:hunter2@db.example.com/app'),
  },
  {
    ...WHERE,
    id: 'errata/leaks/stack-trace',
    breaks: () => tells('TypeError: no\n    at find (/home/ada/server/dist/tools.js:12:5)'),
  },
  {
    ...WHERE,
    id: 'errata/leaks/file-path',
    breaks: () => tells("ENOENT: open '/home/ada/server/tools.json'"),
  },
  {
    ...WHERE,
    id: 'errata/leaks/sql',
    breaks: () => tells('no rows in SELECT run FROM tools WHERE name = $1'),
  },
  {
    ...WHERE,
    id: 'errata/leaks/internal-address',
    breaks: () => tells('connect ECONNREFUSED 10.0.0.5:5432'),
  },
  {
    ...WHERE,
    id: 'errata/leaks/log-messages',
    breaks: () => ({
      incoming(text, hands) {
        const password = PROVOCATION.exec(text)?.[1];
        if (password !== undefined) hands.say(logMessage(`called with ${password}`));
        return text;
      },
    }),
  },
];

function logMessage(data: string): string {
  const params = { level: 'info', data };
  return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params });
}
