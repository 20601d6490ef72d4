import { whenReady } from '@errata/core/internal';
import { invalidParams } from '../failures.js';
import { CallContext } from '../call-context.js';
import type { Prompt, PromptMessage } from '../prompt.js';
import type { Work } from '../request.js';
import { promptNotFound, requireOffered, textOf, textsOf } from './params.js';

/** `prompts/list`, a page at a time. */
export const listPrompts: Work = ({ offer, params }) => {
  requireOffered(offer.prompts.offered, 'prompts');
  return offer.prompts.page(params['cursor']);
};

/** `prompts/get`: a prompt with its arguments filled in. */
export const getPrompt: Work = (request) => {
  const { offer, params } = request;
  requireOffered(offer.prompts.offered, 'prompts');
  const name = textOf(params, 'name');
  const prompt = offer.prompts.get(name)?.prompt;
  if (prompt === undefined) throw promptNotFound(offer, name);
  const args = textsOf(params, 'arguments');
  assertComplete(prompt, args);
  const { description } = prompt;
  return whenReady(prompt.messages(args, new CallContext(request)), (messages) => ({
    ...(description !== undefined && { description }),
    messages: typeof messages === 'string' ? [spoken(messages)] : messages,
  }));
};

function assertComplete({ arguments: wanted = [] }: Prompt, args: object): void {
  const lacking = wanted.filter(({ name, required }) => required && !Object.hasOwn(args, name));
  if (lacking.length === 0) return;
  throw invalidParams(
    lacking.map(({ name }) => `Missing required 'arguments.${name}' parameter`).join('; '),
  );
}

function spoken(text: string): PromptMessage {
  return { role: 'user', content: { type: 'text', text } };
}
