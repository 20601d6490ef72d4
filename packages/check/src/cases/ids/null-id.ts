import { kept, notObserved, violated, type Case } from '../../case.js';
import { idTextOf } from '../../session/sort-heard.js';
import { MCP, PLAIN } from '../eras.js';
import { JSONRPC, mcpLink } from '../links.js';
import { describe, hasResult } from '../read-reply.js';
import { harmlessText, shownId } from './ask.js';

export const nullIdAnswered: Case = {
  id: 'jsonrpc/4/null-id-answered',
  group: 'ids',
  requirement:
    'A request whose id is null is a request, and answered under null: only without the member it is a notification.',
  link: JSONRPC.requestObject,
  keyword: 'MUST',
  fix: 'Ask whether the member "id" is there, not whether it is null.',
  eras: PLAIN,
  async run(probe) {
    const exchange = await probe.send(harmlessText(probe, 'null'), { expects: 'due' });
    const { reply, state, told } = exchange;
    if (reply !== undefined) {
      const id = idTextOf(reply.text);
      if (id === 'null') return kept;
      return violated(
        `the reply came ${id === undefined ? 'without an id' : `under ${shownId(id)}`}`,
      );
    }
    if (state !== 'open') return notObserved('the connection did not survive it');
    if ((told[0]?.status ?? 0) >= 400)
      return notObserved(`it was refused with ${describe(exchange)}`);
    return violated('a request under the id null got no reply');
  },
};

export const nullIdNotServed: Case = {
  id: 'mcp/2024-11-05/basic/null-id-not-served',
  group: 'ids',
  requirement: 'A request whose id is null is not answered with a result: MCP knows no such id.',
  link: mcpLink('basic', '2025-11-25', 'requests'),
  keyword: 'SHOULD',
  fix: 'Refuse it with -32600: a result under null can be matched by no client.',
  eras: MCP,
  deviation: 'null-id',
  async run(probe) {
    const { reply } = await probe.send(harmlessText(probe, 'null'));
    if (reply === undefined) return notObserved('there was no reply');
    if (!hasResult(reply)) return kept;
    return violated(`a request under the id null got ${reply.text.slice(0, 200)}`);
  },
};
