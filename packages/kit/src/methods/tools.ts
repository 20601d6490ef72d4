import { whenReady } from '@errata/core/server';
import { erlmcp } from '@errata/catalogs/erlmcp';
import type { Era } from '@errata/core/era';
import { CallContext } from '../call-context.js';
import { MODERN } from '../envelope.js';
import { describeIssues } from '../offer/describe-issues.js';
import type { ToolEntry } from '../offer/tool-entry.js';
import type { KitRequest, Work } from '../request.js';
import { invalidParams, objectOf, requireOffered, textOf } from './params.js';
import { toToolResult } from './tool-result.js';

/** `tools/list`, a page at a time. */
export const listTools: Work = ({ offer, params }) => {
  requireOffered(offer.tools.offered, 'tools');
  return offer.tools.page(params['cursor']);
};

/** `tools/call`: find the tool, check the arguments, run it, check the result. */
export const callTool: Work = (request) => {
  const { offer, params } = request;
  requireOffered(offer.tools.offered, 'tools');
  const name = textOf(params, 'name');
  const args = objectOf(params, 'arguments');
  const entry = offer.tools.get(name);
  if (entry === undefined) throw erlmcp.TOOL_NOT_FOUND({ tool: name });
  const { readOnlyHint, destructiveHint } = entry.tool.annotations ?? {};
  request.call.readOnly = readOnlyHint === true && destructiveHint !== true;
  return whenReady(entry.checkInput(args), (checked) => {
    if ('issues' in checked) {
      throw refusal(request, describeIssues(checked.issues, 'arguments'));
    }
    return run(entry, checked.value, request);
  });
};

function run(entry: ToolEntry, args: Readonly<Record<string, unknown>>, request: KitRequest) {
  const answer = entry.tool.run(args, new CallContext(request));
  return whenReady(answer, (made) => toToolResult(made, entry));
}

/** Since 2025-11-25 wrong arguments are a failure of the tool, for the model to read, unless the contract tells those as errors. */
const TOLD_TO_THE_MODEL: ReadonlySet<Era> = new Set<Era>(['2025-11-25', MODERN]);

function refusal({ era, toolFailures }: KitRequest, details: string) {
  return toolFailures === 'tool' && TOLD_TO_THE_MODEL.has(era)
    ? erlmcp.VALIDATION_FAILED({ details })
    : invalidParams(details);
}
