import type { ServerOffer, OfferedTool } from '../session/offer.js';
import type { CheckOptions } from './options.js';

/** Tools of one server that are called; the report says so where there are more. */
export const MOST_TOOLS = 20;

type CallOptions = Pick<CheckOptions, 'allowWrites' | 'allowTools' | 'maxTools'>;

/** The tools that may be called: those that say that they only read, and those that the user allowed. */
export function callableTools(
  { tools }: ServerOffer,
  { allowWrites = false, allowTools = [], maxTools = MOST_TOOLS }: CallOptions,
): readonly OfferedTool[] {
  // If several tools have one name, it is unclear which one is called.
  const doubtful = new Set(tools.filter((tool) => !onlyReads(tool)).map(({ name }) => name));
  return tools
    .filter(({ name }) => allowWrites || allowTools.includes(name) || !doubtful.has(name))
    .slice(0, maxTools);
}

/** Why tools without `readOnlyHint` are not called, as the end of a sentence about them. */
export function whyUnmarked(left: readonly OfferedTool[]): string {
  const [only, ...others] = left;
  return only !== undefined && others.length === 0
    ? `it does not say readOnlyHint; --allow-writes or --call ${only.name} lets it be called`
    : 'they do not say readOnlyHint; --allow-writes or --call <tool> lets them be called';
}

/** Why some tools are not called; those that were left out got no reply to a right call. */
export function whyNotCalled(
  offer: ServerOffer,
  options: CallOptions,
  leftOut: readonly string[],
): string {
  if (offer.tools.length === 0) return 'the server has no tools';
  const callable = callableTools(offer, { ...options, maxTools: Infinity });
  const unmarked = offer.tools.filter((tool) => !callable.includes(tool));
  return [
    ...(leftOut.length > 0 ? [`a right call of ${leftOut.join(', ')} got no reply in time`] : []),
    ...(callable.length > (options.maxTools ?? MOST_TOOLS) ? ['--max-tools sets the limit'] : []),
    ...(unmarked.length > 0 ? [whyUnmarked(unmarked)] : []),
  ].join('; ');
}

/** A tool with both readOnlyHint and destructiveHint counts as destructive. */
function onlyReads({ annotations }: OfferedTool): boolean {
  return annotations['readOnlyHint'] === true && annotations['destructiveHint'] !== true;
}
