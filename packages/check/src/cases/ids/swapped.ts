import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Heard } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { membersOf } from '../../json/json.js';
import { idTextOf } from '../../session/sort-heard.js';
import { JSONRPC } from '../links.js';
import { codeOf, errorOf, hasResult, resultOf } from '../read-reply.js';
import { ABSENT_METHOD, harmlessText } from './ask.js';

const LISTS = ['tools', 'resources', 'prompts'] as const;

export const answersNotSwapped: Case = {
  id: 'jsonrpc/5/answers-not-swapped',
  group: 'ids',
  requirement: 'Requests of different kinds at once get each its own answer, not that of another.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Keep the id with each request while it is worked on, not in one place for all.',
  async run(probe) {
    // How each is answered when it is alone says how it has to be answered in company.
    const alone: (string | undefined)[] = [];
    for (const text of kindsOf(probe)) alone.push(shapeOf((await probe.send(text)).reply));
    const texts = kindsOf(probe);
    const exchange = await probe.sendAll(texts);
    if (exchange.state === 'closed') return notObserved('the connection did not survive it');
    for (const [index, text] of texts.entries()) {
      const id = idTextOf(text);
      const shape = shapeOf(exchange.responses.find((each) => idTextOf(each.text) === id));
      if (shape !== undefined && shape !== alone[index] && alone.includes(shape)) {
        return violated(
          `${methodOf(text)} was answered with ${String(alone[index])} when it was alone, and with ${shape} among others`,
        );
      }
    }
    return exchange.responses.length < 2 ? notObserved('there were no two replies') : kept;
  },
};

function kindsOf(probe: Probe): readonly string[] {
  const lists = LISTS.filter((name) => Object.hasOwn(probe.offer.capabilities, name));
  return [
    harmlessText(probe),
    probe.write(ABSENT_METHOD),
    ...lists.map((name) => probe.write(`${name}/list`)),
  ];
}

/** What a reply looks like, whatever it says. */
function shapeOf(reply: Heard | undefined): string | undefined {
  if (errorOf(reply) !== undefined) return `error ${String(codeOf(reply))}`;
  if (!hasResult(reply)) return undefined;
  const members = Object.keys(resultOf(reply) ?? {}).sort();
  return `a result with ${members.join(', ') || 'nothing'}`;
}

function methodOf(text: string): string {
  return String(membersOf(JSON.parse(text) as unknown)['method']);
}
