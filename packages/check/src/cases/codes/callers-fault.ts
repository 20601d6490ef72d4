import { kept, notObserved, violated, type Case } from '../../case.js';
import { MCP } from '../eras.js';
import { mcpLink } from '../links.js';
import { codeOf, describe } from '../read-reply.js';

const LISTS = ['tools', 'resources', 'prompts'] as const;

export const callersFault: Case = {
  id: 'mcp/2024-11-05/pagination/wrong-cursor-type-code',
  group: 'codes',
  requirement:
    'A cursor that is no string is the fault of the caller, and not answered with -32603.',
  link: mcpLink('pagination', '2025-11-25', 'error-handling'),
  keyword: 'SHOULD',
  fix: 'Answer -32602 to params that do not fit their schema; -32603 is for what the caller cannot mend.',
  eras: MCP,
  async run(probe) {
    const list = LISTS.find((name) => Object.hasOwn(probe.offer.capabilities, name));
    if (list === undefined) return notObserved('the server offers no lists');
    const exchange = await probe.send(probe.write(`${list}/list`, { cursor: 5 }));
    const code = codeOf(exchange.reply);
    if (code === undefined) return notObserved('there was no error in reply');
    if (code !== -32603) return kept;
    return violated(`${list}/list with the cursor 5 got ${describe(exchange)}`);
  },
};
