import { erlmcp } from '@errata/catalogs/erlmcp';
import { isFault, type Era } from '@errata/core';
import { MODERN, whenReady } from '@errata/core/internal';
import { CallContext } from '../call-context.js';
import type { Content } from '../content.js';
import type { ToolEntry } from '../offer/tool-entry.js';
import type { KitRequest, Work } from '../request.js';
import type { Issue } from '../schema/validator.js';
import type { ToolAnswer } from '../tool.js';
import { invalidParams, objectOf, requireOffered, textOf } from './params.js';

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

/** A tool's result, as every revision has it. */
interface ToolResult {
  readonly content: readonly Content[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What a tool answered as a result, checked where the tool has promised something. */
function toToolResult(answer: ToolAnswer, { tool, checkOutput }: ToolEntry): ToolResult {
  if (typeof answer !== 'string' && (typeof answer !== 'object' || answer === null)) {
    throw new TypeError(`tool ${tool.name} answered nothing that a result could be made of`);
  }
  // Returning a fault is as good as throwing it, and cheaper.
  if (isFault(answer)) throw answer;
  const result = resultOf(answer);
  if (checkOutput !== undefined && result.isError !== true) {
    const issues = checkOutput(result.structuredContent);
    if (issues.length > 0) throw brokenPromise(describeIssues(issues, 'structuredContent'));
  }
  return result;
}

function resultOf(answer: ToolAnswer): ToolResult {
  if (typeof answer === 'string') return { content: [{ type: 'text', text: answer }] };
  if (isContent(answer)) return { content: answer };
  const { content, structuredContent, isError, _meta } = answer;
  return {
    content: content ?? toldAsText(structuredContent),
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError !== undefined && { isError }),
    ...(_meta !== undefined && { _meta }),
  };
}

function isContent(answer: ToolAnswer): answer is readonly Content[] {
  return Array.isArray(answer);
}

/** For clients that know nothing of structured content. */
function toldAsText(structured: unknown): readonly Content[] {
  return structured === undefined ? [] : [{ type: 'text', text: JSON.stringify(structured) }];
}

/** The tool has done its work, and no caller can help that what it said of it is wrong. */
function brokenPromise(details: string) {
  return erlmcp.VALIDATION_FAILED(
    { details: `The result is not what the tool has promised: ${details}` },
    {
      effect: 'done',
      strategy: 'report_and_abort',
      suggestion: 'Report the ref to the operator',
    },
  );
}

/** What is wrong in one line: each member and what is wanted there, never what was given. */
function describeIssues(issues: readonly Issue[], root: string): string {
  const told = issues
    .slice(0, MOST)
    .map(({ path, message }) => `${path === '' ? root : path}: ${message}`);
  const more = issues.length - told.length;
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

const MOST = 10;
