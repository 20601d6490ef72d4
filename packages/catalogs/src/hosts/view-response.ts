import type { HostProfile, RpcErrorView } from './profile.js';

/** As much of a reply as a host looks at. */
export interface HostResponse {
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly result?: {
    readonly content?: readonly { readonly type: string; readonly text?: string }[];
    readonly structuredContent?: unknown;
    readonly isError?: boolean;
    readonly [member: string]: unknown;
  };
}

/** What the model behind a host sees of a reply; the empty text where it sees nothing at all. */
export function viewResponse(response: HostResponse, profile: HostProfile): string {
  const { error, result } = response;
  if (error !== undefined) return viewError(error, profile.rpcError);
  if (result === undefined) return '';
  const { content, structuredContent: structured } = profile.toolError;
  if (content === 'json') {
    const { structuredContent, ...rest } = result;
    const kept = structuredContent !== undefined && structured === 'included';
    return toText(kept ? { ...rest, structuredContent } : rest);
  }
  const hasStructured = result.structuredContent !== undefined;
  if (hasStructured && structured === 'replaces-text') return toText(result.structuredContent);
  const blocks = result.content ?? [];
  const texts = (content === 'first-block' ? blocks.slice(0, 1) : blocks)
    .filter((block) => block.type === 'text')
    .map((block) => block.text ?? '');
  if (hasStructured && structured === 'included') texts.push(toText(result.structuredContent));
  return texts.join('\n');
}

function viewError(error: NonNullable<HostResponse['error']>, view: RpcErrorView): string {
  if (view.reaches === 'exception') return '';
  const { code, message, data } = error;
  // Rust prints `code: message(data)` and leaves the parentheses out where there is no data.
  const template = data === undefined ? view.template.replace('({data})', '') : view.template;
  const values: Readonly<Record<string, string>> = {
    '{code}': String(code),
    '{message}': message,
    '{data}': toText(data),
  };
  // One pass: a message that contains "{data}" is only a message.
  return template.replace(/\{(?:code|message|data)\}/g, (slot) => values[slot]!);
}

function toText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return ''; // cycles and BigInts never came from a wire; nothing of them is shown
  }
}
