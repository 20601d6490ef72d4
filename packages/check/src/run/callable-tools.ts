import type { ServerOffer, OfferedTool } from '../session/offer.js';
import type { CheckOptions } from './options.js';

/** Tools of one server that are called; the report says so where there are more. */
export const MOST_TOOLS = 20;

/** The tools that may be called: those that say that they only read, and those that the user allowed. */
export function callableTools(
  { tools }: ServerOffer,
  {
    allowWrites = false,
    allowTools = [],
    maxTools = MOST_TOOLS,
  }: Pick<CheckOptions, 'allowWrites' | 'allowTools' | 'maxTools'>,
): readonly OfferedTool[] {
  // If several tools have one name, it is unclear which one is called.
  const doubtful = new Set(tools.filter((tool) => !onlyReads(tool)).map(({ name }) => name));
  return tools
    .filter(({ name }) => allowWrites || allowTools.includes(name) || !doubtful.has(name))
    .slice(0, maxTools);
}

/** Why tools are not called, as the end of a sentence about them. */
export function whyNotCalled(left: readonly OfferedTool[]): string {
  const [only, ...others] = left;
  return only !== undefined && others.length === 0
    ? `not marked readOnlyHint: true; allow it with --call ${only.name} or --allow-writes`
    : 'not marked readOnlyHint: true; allow them with --call <tool> or --allow-writes';
}

/** A tool with both readOnlyHint and destructiveHint counts as destructive. */
function onlyReads({ annotations }: OfferedTool): boolean {
  return annotations['readOnlyHint'] === true && annotations['destructiveHint'] !== true;
}
