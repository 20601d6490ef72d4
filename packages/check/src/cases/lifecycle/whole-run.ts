import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Exchange, Heard } from '../../exchange.js';
import { membersOf, parseJson } from '../../json/json.js';
import { idTextOf, kindOf } from '../../session/sort-heard.js';
import { MODERN } from '../eras.js';
import { mcpLink } from '../links.js';
import { resultOf } from '../read-reply.js';

export const resultType: Case = {
  id: 'mcp/2026-07-28/basic/result-type',
  group: 'lifecycle',
  requirement: 'Every result says its resultType.',
  link: mcpLink('basic', '2026-07-28', 'result-responses'),
  keyword: 'MUST',
  fix: 'Put "resultType": "complete" into every result that is the final one.',
  eras: MODERN,
  when: 'last',
  run({ exchanges, era }) {
    let seen = 0;
    for (const exchange of exchanges) {
      for (const result of resultsIn(exchange, era)) {
        if (typeof result['resultType'] !== 'string') {
          const text = JSON.stringify(result).slice(0, 120);
          return violated(`a result has no resultType: ${text}`, exchange);
        }
        seen += 1;
      }
    }
    return seen === 0 ? notObserved('there was no result') : kept;
  },
};

export const noServerRequests: Case = {
  id: 'mcp/2026-07-28/patterns/no-server-requests',
  group: 'lifecycle',
  requirement: 'The server asks its client nothing: there are no requests of servers any more.',
  link: mcpLink('patterns', '2026-07-28'),
  keyword: 'MUST',
  fix: 'Answer with an InputRequiredResult where the client is needed, instead of sending a request.',
  eras: MODERN,
  when: 'last',
  run({ links, exchanges }) {
    for (const { events } of links) {
      // Whoever was asked for a handshake may go on as that revision has it.
      if (events.some(({ way, text }) => way === 'out' && methodOf(text) === 'initialize'))
        continue;
      for (const { way, text, at } of events) {
        const heard: Heard = { text, value: parseJson(text), at };
        if (way !== 'in' || kindOf(heard) !== 'request') continue;
        const around = exchanges.find(({ heard: all }) => all.some((each) => each.text === text));
        const why = `the server sent the request ${text.slice(0, 120)}`;
        return around === undefined ? violated(why) : violated(why, around);
      }
    }
    return kept;
  },
};

/** The results of an exchange that answer requests of the revision. */
function resultsIn(
  { sent, responses }: Exchange,
  era: string,
): readonly Readonly<Record<string, unknown>>[] {
  return responses.flatMap((heard) => {
    const id = idTextOf(heard.text);
    const request = id === undefined ? undefined : sent.find((text) => idTextOf(text) === id);
    const result = resultOf(heard);
    if (request === undefined || result === undefined) return [];
    return versionOf(request) === era ? [result] : [];
  });
}

function versionOf(request: string): unknown {
  const { params } = membersOf(parseJson(request));
  return membersOf(membersOf(params)['_meta'])['io.modelcontextprotocol/protocolVersion'];
}

function methodOf(text: string): unknown {
  return membersOf(parseJson(text))['method'];
}
