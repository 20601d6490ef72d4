import { erlmcp } from '@errata/catalogs/erlmcp';
import { isFault } from '@errata/core/fault';
import type { Content } from '../content.js';
import { describeIssues } from '../offer/describe-issues.js';
import type { ToolEntry } from '../offer/tool-entry.js';
import type { ToolAnswer } from '../tool.js';

/** A tool's result, as every revision has it. */
interface ToolResult {
  readonly content: readonly Content[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What a tool answered as a result, checked where the tool has promised something. */
export function toToolResult(answer: ToolAnswer, { tool, checkOutput }: ToolEntry): ToolResult {
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
