import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import { MCP } from '../eras.js';
import { unjudged } from '../http/asks.js';
import { mcpLink } from '../links.js';
import { codeOf, describe, errorOf, resultOf } from '../read-reply.js';
import { isFinal } from '../result-type.js';
import { hintsOf } from '../retry/hints.js';
import { withCapability } from './with-capability.js';

const LISTS = ['tools', 'resources', 'prompts'] as const;

/** The user has to go somewhere first, to log in for example. */
const URL_ELICITATION_REQUIRED = -32042;

/** Whoever says that it has something says what. */
export const listsAreLists: readonly Case[] = LISTS.map((name) => ({
  id: `mcp/2024-11-05/${name}/list-is-a-list`,
  group: 'methods',
  requirement: `A server that declares the capability ${name} answers ${name}/list with an array "${name}".`,
  link: mcpLink(name, '2025-11-25', `listing-${name}`),
  keyword: 'MUST',
  fix: `Answer ${name}/list with "result": { "${name}": [] } where there are none, or do not declare the capability.`,
  eras: MCP,
  run: (probe) =>
    withCapability(probe, name, async () => judgeList(await probe.request(`${name}/list`), name)),
}));

function judgeList(exchange: Exchange, name: string): Outcome {
  const { reply, told } = exchange;
  const skipped = told.length === 0 ? undefined : unjudged(exchange);
  if (skipped !== undefined) return skipped;
  if (reply === undefined) return notObserved('there was no reply');
  if (errorOf(reply) !== undefined) {
    return codeOf(reply) === URL_ELICITATION_REQUIRED || hintsOf(exchange).length > 0
      ? notObserved(`the list could not be had now: ${describe(exchange)}`)
      : violated(`${name}/list got ${describe(exchange)}`, exchange);
  }
  const result = resultOf(reply);
  if (result === undefined) return notObserved('the result is no object');
  if (!isFinal(result)) return notObserved('the result is not the final one');
  const list = result[name];
  if (Array.isArray(list)) return kept;
  const shown = list === undefined ? 'missing' : JSON.stringify(list).slice(0, 80);
  return violated(`in the result of ${name}/list, "${name}" is ${shown}`, exchange);
}
