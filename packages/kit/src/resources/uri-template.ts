/** The values of a template's variables in a URI, percent-decoded; undefined if the URI has another form. */
type MatchTemplate = (uri: string) => Record<string, string> | undefined;

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

/** A piece of a URI template: literal text, or a variable. */
type TemplatePart =
  | { readonly literal: string }
  | {
      readonly name: string;
      /** `{+name}`: the rest of the path, slashes and all. */
      readonly rest: boolean;
    };

const EXPRESSION = /\{([^{}]*)\}/;
const VARIABLE = /^(\+?)([A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*)$/;
// What RFC 6570 §2.1 keeps out of literals, as far as it can be told apart from the text of a URI.
const NO_LITERAL = /[\s{}"<>\\^`|]/;

/**
 * The parts of a URI template: `{name}` of RFC 6570 level 1, and `{+name}` as its last variable. A TypeError where it is
 * malformed, or where a URI could not be taken apart again: variables side by side, or one name twice.
 */
function parseTemplate(uriTemplate: string): readonly TemplatePart[] {
  const refuse = (why: string) => new TypeError(`URI template ${uriTemplate}: ${why}`);
  const parts: TemplatePart[] = [];
  const names = new Set<string>();
  for (const [index, text] of uriTemplate.split(EXPRESSION).entries()) {
    if (index % 2 === 0) {
      if (NO_LITERAL.test(text)) throw refuse('a character or brace that may not stand there');
      if (text !== '') parts.push({ literal: text });
      continue;
    }
    const [, operator, name] = VARIABLE.exec(text) ?? [];
    if (name === undefined) throw refuse(`{${text}} is neither {name} nor {+name}`);
    if (names.has(name)) throw refuse(`{${name}} occurs twice`);
    const before = parts.at(-1);
    if (before && 'name' in before) throw refuse(`nothing is between two variables`);
    if (parts.some((part) => 'rest' in part && part.rest)) {
      throw refuse('{+name} takes the rest of the path, and has to be the last variable');
    }
    names.add(name);
    parts.push({ name, rest: operator === '+' });
  }
  return parts;
}
