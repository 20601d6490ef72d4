import { whenReady } from '@errata/core/internal';
import { invalidParams, resourceNotFound } from '../failures.js';
import type { Offer } from '../offer/offer.js';
import type { Work } from '../request.js';
import type { Complete } from '../resource.js';
import { objectOf, promptNotFound, requireOffered, textOf, textsOf } from './params.js';

/** MCP: not more than so many values. */
const MOST = 100;

/** `completion/complete`: values for what was typed. */
export const complete: Work = ({ offer, params }) => {
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

/** Who completes an argument; undefined where nobody does, though there is such an argument. */
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
