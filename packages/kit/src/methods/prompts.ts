import { whenReady } from '@errata/core/internal';
import { invalidParams, resourceNotFound } from '../failures.js';
import { CallContext, type RequestWork } from '../call-context.js';
import type { Prompt, PromptMessage } from '../prompt.js';
import { objectOf, promptNotFound, requireOffered, textOf, textsOf } from './params.js';
import type { Offer } from '../offer/offer.js';
import type { Complete } from '../resource.js';

/** `prompts/list`, a page at a time. */
export const listPrompts: RequestWork = ({ offer, params }) => {
  requireOffered(offer.prompts.offered, 'prompts');
  return offer.prompts.page(params['cursor']);
};

/** `prompts/get`: a prompt with its arguments filled in. */
export const getPrompt: RequestWork = (request) => {
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

/** MCP: not more than so many values. */
const MOST = 100;

/** `completion/complete`: suggests values. */
export const complete: RequestWork = ({ offer, params }) => {
  requireOffered(offer.completable, 'completions');
  const argument = objectOf(params, 'argument');
  const name = textOf(argument, 'name', 'argument.name');
  const typed = textOf(argument, 'value', 'argument.value');
  const others = textsOf(objectOf(params, 'context'), 'arguments');
  const suggest = findComplete(offer, objectOf(params, 'ref'), name);
  return whenReady(suggest?.(typed, others) ?? [], (values) => ({
    completion: {
      values: values.slice(0, MOST),
      total: values.length,
      hasMore: values.length > MOST,
    },
  }));
};

/** The function that completes an argument; undefined if the argument has none. */
function findComplete(
  offer: Offer,
  ref: Readonly<Record<string, unknown>>,
  argument: string,
): Complete | undefined {
  switch (ref['type']) {
    case 'ref/prompt':
      return promptArgument(offer, textOf(ref, 'name', 'ref.name'), argument);
    case 'ref/resource':
      return templateVariable(offer, textOf(ref, 'uri', 'ref.uri'), argument);
    default:
      throw invalidParams('ref.type: ref/prompt or ref/resource');
  }
}

function promptArgument(offer: Offer, name: string, argument: string): Complete | undefined {
  const prompt = offer.prompts.get(name)?.prompt;
  if (prompt === undefined) throw promptNotFound(offer, name);
  const known = prompt.arguments?.find((one) => one.name === argument);
  if (known === undefined) throw invalidParams('argument.name: an argument of the prompt');
  return known.complete;
}

function templateVariable(offer: Offer, uri: string, variable: string): Complete | undefined {
  const template = offer.templates.get(uri)?.template;
  if (template === undefined) {
    if (offer.resources.get(uri) === undefined) throw resourceNotFound(uri);
    return undefined;
  }
  const { complete = {} } = template;
  return Object.hasOwn(complete, variable) ? complete[variable] : undefined;
}
