import { splitName } from '../text/index.js';

/** A pattern of `[mcp.expose]`, taken apart; what is undefined may be anything. */
export interface ExposePattern {
  /** Undefined with a name: any schema of the search path. */
  readonly schema?: string;
  readonly name?: string;
}

/** Reads `*`, `sales.*`, `sales.orders` or `orders`; undefined where it is none of these. */
export function parseExposePattern(text: string): ExposePattern | undefined {
  const parts = splitName(text);
  const [first, second] = parts ?? [];
  if (first === undefined || parts!.length > 2) return undefined;
  const star = ({ text, quoted }: typeof first) => text === '*' && !quoted;
  if (parts!.some((part) => !star(part) && !part.quoted && part.text.includes('*')))
    return undefined;
  if (second === undefined) return star(first) ? {} : { name: first.text };
  if (star(first)) return undefined;
  return star(second) ? { schema: first.text } : { schema: first.text, name: second.text };
}
