import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Exchange, Heard } from '../../exchange.js';
import { membersOf, parseJson } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { MCP } from '../eras.js';
import { mcpLink } from '../links.js';
import { credentials } from './recognise/credentials.js';
import { stringsIn } from './strings-in.js';

const METHOD = 'notifications/message';

/** Log messages that the server sends to its client. */
export const noSecretsInLogs: Case = {
  id: 'errata/leaks/log-messages',
  group: 'leaks',
  requirement: 'Log messages to the client contain no credentials and no secrets.',
  link: mcpLink('logging', '2025-11-25', 'security'),
  keyword: 'MUST',
  fix: 'Log names and sizes of arguments, not their values; mask what looks like a secret.',
  eras: MCP,
  when: 'last',
  run(probe) {
    const logged = loggedIn(probe);
    if (logged.length === 0) return notObserved('the server sent no log messages');
    const secrets = [...probe.canaries.environment, probe.canaries.argument];
    for (const { text, exchange } of logged) {
      const evidence = exchange === undefined ? [] : [exchange];
      for (const each of stringsIn(membersOf(parseJson(text))['params'])) {
        if (secrets.some((secret) => each.includes(secret))) {
          return violated('a log message shows a secret that was planted', ...evidence);
        }
        const [found] = credentials(each);
        if (found !== undefined) return violated(`a log message shows ${found.what}`, ...evidence);
      }
    }
    return kept;
  },
};

interface Logged {
  readonly text: string;
  readonly exchange?: Exchange;
}

/** What was heard in exchanges, and what came between them. */
function loggedIn({ exchanges, links }: Probe): readonly Logged[] {
  const isLog = ({ text }: Pick<Heard, 'text'>): boolean =>
    text.includes(METHOD) && membersOf(parseJson(text))['method'] === METHOD;
  return [
    ...exchanges.flatMap((exchange) =>
      exchange.heard.filter(isLog).map(({ text }) => ({ text, exchange })),
    ),
    ...links.flatMap(({ events }) => events.filter(({ way }) => way === 'in').filter(isLog)),
  ];
}
