import type { Offer, OfferedTool } from '../session/offer.js';
import type { CheckOptions } from './options.js';

/** The tools that may be called: those that say that they only read, and those that the user allowed. */
export function callableTools(
  { tools }: Offer,
  { allowWrites = false, allowTools = [] }: Pick<CheckOptions, 'allowWrites' | 'allowTools'>,
): readonly OfferedTool[] {
  return tools.filter(
    ({ name, annotations }) =>
      allowWrites || allowTools.includes(name) || annotations['readOnlyHint'] === true,
  );
}
