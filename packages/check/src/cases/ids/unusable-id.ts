import { kept, notObserved, violated, type Case } from '../../case.js';
import { JSONRPC } from '../links.js';
import { codeOf, describe } from '../read-reply.js';
import { harmlessText } from './ask.js';

/** Values that no revision takes for an id. */
export const UNUSABLE_IDS = { boolean: 'true', object: '{"errata":1}', array: '[1]' } as const;

export const UNUSABLE_ID_CASES: readonly Case[] = Object.entries(UNUSABLE_IDS).map(
  ([name, id]) => ({
    id: `jsonrpc/4/${name}-id-code`,
    group: 'ids',
    requirement: `A request whose id is the JSON value ${id} is no valid request, and is answered with -32600.`,
    link: JSONRPC.requestObject,
    keyword: 'SHOULD',
    fix: 'Check that an id is a string or a number before it is used, and answer -32600 otherwise.',
    async run(probe) {
      const exchange = await probe.send(harmlessText(probe, id));
      if (exchange.reply === undefined) return notObserved('there was no reply');
      if (codeOf(exchange.reply) === -32600) return kept;
      return violated(`a request under the id ${id} got ${describe(exchange)}`);
    },
  }),
);
