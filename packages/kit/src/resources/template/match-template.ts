import { parseTemplate, type TemplatePart } from './parse-template.js';

/** The values of a template's variables in a URI, percent-decoded; undefined where the URI has another form. */
export type MatchTemplate = (uri: string) => Record<string, string> | undefined;

/** Takes URIs of this template apart, in time that grows with their length only. A TypeError where it is malformed. */
export function matchTemplate(uriTemplate: string): MatchTemplate {
  const parts = parseTemplate(uriTemplate);
  const names = parts.flatMap((part) => ('name' in part ? [part.name] : []));
  const form = new RegExp(`^${parts.map(patternOf).join('')}$`);
  return (uri) => {
    const found = form.exec(uri);
    return found ? decodeValues(names, found) : undefined;
  };
}

function patternOf(part: TemplatePart, index: number, parts: readonly TemplatePart[]): string {
  if ('literal' in part) return escape(part.literal);
  if (part.rest) return '([^?#]+)';
  const next = parts[index + 1];
  const shared = index + 2 < parts.length && next && 'literal' in next ? next.literal : '/';
  if (shared.includes('/')) return '([^/?#]+)';
  // Two variables of one segment: the first ends where the text between them begins, or a hostile URI would be tried in
  // every way there is to cut it.
  return `([^/?#](?:(?!${escape(shared)})[^/?#])*)`;
}

function decodeValues(
  names: readonly string[],
  found: RegExpExecArray,
): Record<string, string> | undefined {
  const values = Object.create(null) as Record<string, string>;
  try {
    for (const [index, name] of names.entries()) {
      values[name] = decodeURIComponent(found[index + 1] ?? '');
    }
  } catch {
    // An escape that is not UTF-8 names nothing.
    return undefined;
  }
  return values;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
