import { BAD_RESULT } from '@errata/catalogs/mcp';
import { isFault, type Fault } from '@errata/core';
import { conditionFault, declaredMember, describeIssues, whenReady } from '@errata/core/internal';
import { CallContext, type KitRequest, type RequestWork } from '../call-context.js';
import type { Content } from '../content.js';
import type { ToolEntry } from '../offer/tool-entry.js';
import { invalidParams } from '../failures.js';
import type { Issue } from '../schema/validator.js';
import type { ToolAnswer } from '../tool.js';
import { objectOf, requireOffered, textOf, toolNotFound } from './params.js';

/** `tools/list`, a page at a time. */
export const listTools: RequestWork = ({ offer, params }) => {
  requireOffered(offer.tools.offered, 'tools');
  return offer.tools.page(params['cursor']);
};

/** `tools/call`: find the tool, check the arguments, run it, check the result. */
export const callTool: RequestWork = (request) => {
  const { offer, params } = request;
  requireOffered(offer.tools.offered, 'tools');
  const name = textOf(params, 'name');
  const args = objectOf(params, 'arguments');
  const entry = offer.tools.get(name);
  if (entry === undefined) throw toolNotFound(offer, name);
  const { readOnlyHint, destructiveHint } = entry.tool.annotations ?? {};
  request.call.readOnly = readOnlyHint === true && destructiveHint !== true;
  return whenReady(entry.checkInput(args), (checked) => {
    if ('issues' in checked) {
      const { inputSchema: schema } = entry.tool;
      throw refusal(request, describeIssues(checked.issues, { value: args, schema }));
    }
    return run(entry, checked.value, request);
  });
};

function run(entry: ToolEntry, args: Readonly<Record<string, unknown>>, request: KitRequest) {
  const answer = entry.tool.run(args, new CallContext(request));
  return whenReady(answer, (made) => toToolResult(made, entry));
}

/** Contracts that answer failed tools with JSON-RPC errors have −32602 for wrong arguments, beside their word for other validation. */
function refusal({ toolFailures, validation }: KitRequest, fault: Fault): Fault {
  if (toolFailures() === 'tool' || !validation) return fault;
  return invalidParams(inOneLine(fault));
}

/** What is wrong with each member, in one line. */
function inOneLine(fault: Fault): string {
  const errors = declaredMember(fault, 'errors') as { field: string; message: string }[];
  return errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
}

/** A tool's result, as every revision has it. */
interface ToolResult {
  readonly content: readonly Content[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The result of a tool, checked against its output schema if it has one. */
function toToolResult(answer: ToolAnswer, { tool, checkOutput }: ToolEntry): ToolResult {
  if (typeof answer !== 'string' && (typeof answer !== 'object' || answer === null)) {
    throw new TypeError(`tool ${tool.name} answered nothing that a result could be made of`);
  }
  // Returning a fault is as good as throwing it, and cheaper.
  if (isFault(answer)) throw answer;
  const result = resultOf(answer);
  if (checkOutput !== undefined && result.isError !== true) {
    const issues = checkOutput(result.structuredContent);
    if (issues.length > 0) throw badResult(issues);
  }
  return result;
}

function resultOf(answer: ToolAnswer): ToolResult {
  if (typeof answer === 'string') return { content: [{ type: 'text', text: answer }] };
  if (isContent(answer)) return { content: answer };
  const { content, structuredContent, isError, _meta } = answer;
  return {
    content: content ?? asText(structuredContent),
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError !== undefined && { isError }),
    ...(_meta !== undefined && { _meta }),
  };
}

function isContent(answer: ToolAnswer): answer is readonly Content[] {
  return Array.isArray(answer);
}

/** For clients that know nothing of structured content. */
function asText(structured: unknown): readonly Content[] {
  return structured === undefined ? [] : [{ type: 'text', text: JSON.stringify(structured) }];
}

/** The tool has done its work; what it returned is not what it declares. */
function badResult(issues: readonly Issue[]): Fault {
  const errors = issues.map(({ path, message }) => ({
    field: path || 'structuredContent',
    message,
  }));
  const context = { problem: 'bad-result', errors };
  return conditionFault('internal', context, { ...BAD_RESULT, cause: { issues } });
}
