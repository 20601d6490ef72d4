import type { Offer, OfferedTool } from '../session/offer.js';
import type { CheckOptions } from './options.js';

/** The tools that may be called: those that say that they only read, and those that the user allowed. */
export function callableTools(
  { tools }: Offer,
  { allowWrites = false, allowTools = [] }: Pick<CheckOptions, 'allowWrites' | 'allowTools'>,
): readonly OfferedTool[] {
  // Of tools under one name nobody knows which is called.
  const doubtful = new Set(tools.filter((tool) => !onlyReads(tool)).map(({ name }) => name));
  return tools.filter(
    ({ name }) => allowWrites || allowTools.includes(name) || !doubtful.has(name),
  );
}

/** Whoever says that it only reads, and that it destroys, is not believed. */
function onlyReads({ annotations }: OfferedTool): boolean {
  return annotations['readOnlyHint'] === true && annotations['destructiveHint'] !== true;
}
