import type { Case } from '../../case.js';
import type { Probe } from '../../probe.js';
import { JSONRPC, mcpLink } from '../links.js';
import { refusalPair } from './refusal-pair.js';

const ERROR_HANDLING = mcpLink('prompts', '2025-11-25', 'error-handling');
const GET = { capability: 'prompts', method: 'prompts/get', codes: [-32602] } as const;

const unknownPrompt = refusalPair({
  ...GET,
  id: 'mcp/2024-11-05/prompts/unknown-prompt',
  what: 'A prompts/get of a prompt that does not exist',
  params: () => ({ name: 'errata-no-such-prompt' }),
  refused: {
    link: ERROR_HANDLING,
    keyword: 'SHOULD',
    fix: 'Answer with an error where there is no such prompt, not with an empty one.',
  },
  coded: {
    link: ERROR_HANDLING,
    keyword: 'SHOULD',
    fix: 'Use -32602 (Invalid params) for prompts that you do not have.',
  },
});

const unnamedPrompt = refusalPair({
  ...GET,
  id: 'mcp/2024-11-05/prompts/get-without-name',
  what: 'A prompts/get without a name',
  params: () => ({}),
  headerless: true,
  refused: {
    link: mcpLink('prompts', '2025-11-25', 'security'),
    keyword: 'MUST',
    fix: 'Check that the params of prompts/get have a "name".',
  },
  coded: {
    link: JSONRPC.errorObject,
    keyword: 'SHOULD',
    fix: 'Use -32602 (Invalid params) where a member of the params is missing.',
  },
});

const incompletePrompt = refusalPair({
  ...GET,
  id: 'mcp/2024-11-05/prompts/required-argument',
  what: 'A prompts/get without a required argument',
  params: withoutArguments,
  refused: {
    link: ERROR_HANDLING,
    keyword: 'SHOULD',
    fix: 'Check the arguments of a prompt against those that you list as required.',
  },
  coded: {
    link: ERROR_HANDLING,
    keyword: 'SHOULD',
    fix: 'Use -32602 (Invalid params) where a required argument is missing.',
  },
});

function withoutArguments({ offer }: Probe): object | string {
  const prompt = offer.prompts.find(({ arguments: listed }) =>
    listed.some(({ required }) => required),
  );
  return prompt === undefined
    ? 'no prompt has a required argument'
    : { name: prompt.name, arguments: {} };
}

export const PROMPT_CASES: readonly Case[] = [
  ...unknownPrompt,
  ...unnamedPrompt,
  ...incompletePrompt,
];
