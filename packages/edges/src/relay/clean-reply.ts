import {
  type WireError,
  cleanDeep,
  cleanText,
  objectOrEmpty,
  type View,
  byteLength,
  clipText,
  fitData,
} from '@errata/core/internal';

/** What the SDKs of TypeScript put in front of a message each time that an error passes through them. */
const PREFIX = /^(?:MCP error -?\d+:\s*)+/;

/** The JSON of a foreign error object: the same code, texts without secrets and within the budget. */
export function cleanError({ code, message, data }: WireError, view: View): string {
  const { dataBytes } = view.budget;
  const bare = message.replace(PREFIX, '');
  const text = cleanText(bare === '' ? message : bare, view);
  const head = { code, message: fitData(text, dataBytes >> 2) };
  if (data === undefined) return JSON.stringify(head);
  const room = dataBytes - byteLength(JSON.stringify(head)) - 16;
  return JSON.stringify({ ...head, data: fitData(cleanDeep(data, view), room) });
}

/**
 * The JSON of a result: its source text, digit by digit. Only what a failed tool says is cleaned of secrets, because
 * that is where exceptions end up.
 */
export function cleanResult(result: unknown, source: string, view: View): string {
  const { isError, content, structuredContent, _meta } = objectOrEmpty(result);
  if (isError !== true) return source;
  // The canonical text, because a secret can hide behind escapes.
  if (!view.redactor.suspicious(JSON.stringify(result))) return source;
  return JSON.stringify({
    ...objectOrEmpty(result),
    ...(Array.isArray(content) && { content: content.map((block) => cleanBlock(block, view)) }),
    ...(structuredContent !== undefined && {
      structuredContent: view.redactor.redactDeep(structuredContent),
    }),
    ...(_meta !== undefined && { _meta: view.redactor.redactDeep(_meta) }),
  });
}

function cleanBlock(block: unknown, view: View): unknown {
  const { text, resource } = objectOrEmpty(block);
  if (typeof text === 'string') return { ...objectOrEmpty(block), text: cleanText(text, view) };
  if (resource !== undefined)
    return { ...objectOrEmpty(block), resource: cleanBlock(resource, view) };
  return block;
}

/** How much of a foreign text is looked at, and how much of it is shown. */
const LOOKED_AT = 64 * 1024;
const SHOWN = 2048;

/** A foreign text for the operator: secrets go before it is cut, or half a secret would stay. */
export function excerpt(text: string, view: View): string {
  return clipText(cleanText(text.slice(0, LOOKED_AT), view), SHOWN);
}
