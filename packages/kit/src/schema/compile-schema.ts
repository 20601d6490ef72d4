import { KEYWORDS, type Keyword } from './keywords/keywords.js';
import { type } from './keywords/type.js';
import { createReferences } from './references.js';
import { all, inOrder, never, pass, type Rule } from './rule.js';
import { isObject, SchemaPart } from './schema-part.js';

const MAX_DEPTH = 500;

/** A schema as one rule, and what must be called before each value. */
export interface Compiled {
  readonly rule: Rule;
  begin(): void;
}

/** Turns a schema into closures. Throws a TypeError that names the keyword and the place where it is not understood. */
export function compileSchema(root: unknown): Compiled {
  let depth = 0;

  const compile = (schema: unknown, at: string): Rule => {
    if (schema === true) return pass;
    if (schema === false) return never('nothing');
    if (!isObject(schema)) throw new TypeError(`JSON Schema: no schema at ${at}`);
    if (++depth > MAX_DEPTH) throw new TypeError('JSON Schema: nested too deeply');
    const rule = ruleOf(new SchemaPart(schema, at, compile));
    depth--;
    return rule;
  };

  const references = createReferences(root, compile);

  const ruleOf = (part: SchemaPart): Rule => {
    const keywords = new Set<Keyword>();
    let typed = pass;
    for (const name of Object.keys(part.schema)) {
      const keyword = KEYWORDS.get(name);
      if (part.schema[name] === undefined) continue;
      if (keyword !== undefined) keywords.add(keyword);
      else if (name === 'type') typed = type(part);
      else if (name === '$ref') keywords.add(references.follow);
      else if (name === '$id') assertRoot(part);
      else if (!name.startsWith('x-')) throw part.wrong(name, 'is not supported');
    }
    const rules: Rule[] = [];
    for (const keyword of keywords) {
      const rule = keyword(part);
      if (rule !== pass) rules.push(rule);
    }
    return typed === pass ? all(rules) : inOrder(typed, all(rules));
  };

  return { rule: references.ruleAt('#', '#'), begin: references.begin };
}

/** Below the root it would change what `$ref` refers to. */
function assertRoot(part: SchemaPart): void {
  if (part.at !== '#') throw part.wrong('$id', 'is supported at the root only');
}
