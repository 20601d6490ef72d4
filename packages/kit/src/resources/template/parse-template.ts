/** A piece of a URI template: text as it stands, or a variable. */
export type TemplatePart =
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
export function parseTemplate(uriTemplate: string): readonly TemplatePart[] {
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
    if (before && 'name' in before) throw refuse(`nothing stands between two variables`);
    if (parts.some((part) => 'rest' in part && part.rest)) {
      throw refuse('{+name} takes the rest of the path, and has to be the last variable');
    }
    names.add(name);
    parts.push({ name, rest: operator === '+' });
  }
  return parts;
}

/** The names of the variables, in their order. */
export function templateVariables(uriTemplate: string): readonly string[] {
  return parseTemplate(uriTemplate).flatMap((part) => ('name' in part ? [part.name] : []));
}
