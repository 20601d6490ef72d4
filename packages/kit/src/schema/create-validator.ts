import { KEYWORDS, type Keyword } from './keywords.js';
import { IssueReport } from './report.js';
import {
  all,
  inOrder,
  isObject,
  MAX_DEPTH,
  never,
  pass,
  SchemaPart,
  TooDeep,
  type Compile,
  type SchemaRule,
} from './rule.js';
import type { Issue, Validator } from './validator.js';
import { type } from './value-keywords.js';

const NONE: readonly Issue[] = [];
const TOO_DEEP: readonly Issue[] = [{ path: '', message: 'nested less deeply' }];

/** A small validator of JSON Schema 2020-12 without dependencies and without code made at run time. */
export function createValidator(): Validator {
  return {
    compile(schema) {
      const { rule, begin } = compileSchema(schema);
      return (value) => {
        try {
          begin();
          if (rule(value, undefined, '')) return NONE;
          begin();
          const report = new IssueReport('');
          rule(value, report, '');
          return report.issues;
        } catch (error) {
          if (error instanceof TooDeep) return TOO_DEEP;
          throw error;
        }
      };
    },
  };
}

/**
 * Turns a schema into closures: one rule, and `begin`, which must be called before each value. Throws a TypeError that names the keyword and the
 * place where it is not understood.
 */
function compileSchema(root: unknown) {
  let depth = 0;

  const compile = (schema: unknown, at: string): SchemaRule => {
    if (schema === true) return pass;
    if (schema === false) return never('nothing');
    if (!isObject(schema)) throw new TypeError(`JSON Schema: no schema at ${at}`);
    if (++depth > MAX_DEPTH) throw new TypeError('JSON Schema: nested too deeply');
    const rule = ruleOf(new SchemaPart(schema, at, compile));
    depth--;
    return rule;
  };

  const references = createReferences(root, compile);

  const ruleOf = (part: SchemaPart): SchemaRule => {
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
    const rules: SchemaRule[] = [];
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

/** Follows `$ref` within one document, where each place is compiled once: `#`, `#/$defs/a` and any other pointer. */
function createReferences(root: unknown, compile: Compile) {
  const slots = new Map<string, { rule: SchemaRule | undefined }>();
  let depth = 0;

  const slotAt = (pointer: string, at: string) => {
    const known = slots.get(pointer);
    if (known !== undefined) return known;
    // Before it is compiled: it may refer to itself.
    const slot: { rule: SchemaRule | undefined } = { rule: undefined };
    slots.set(pointer, slot);
    slot.rule = compile(resolve(root, pointer, at), pointer);
    return slot;
  };

  return {
    /** The rule of a `$ref`. */
    follow(part: SchemaPart): SchemaRule {
      const pointer = part.text('$ref') ?? '';
      if (pointer !== '#' && !pointer.startsWith('#/')) {
        throw part.wrong('$ref', 'must refer to this schema: # or #/…');
      }
      const slot = slotAt(pointer, part.at);
      return (value, report, path) => {
        if (++depth > MAX_DEPTH) throw new TooDeep();
        const fits = slot.rule!(value, report, path);
        depth--;
        return fits;
      };
    },
    /** The rule of the schema at a pointer. */
    ruleAt: (pointer: string, at: string) => slotAt(pointer, at).rule!,
    /** To be called before each value. */
    begin() {
      depth = 0;
    },
  };
}

function resolve(root: unknown, pointer: string, at: string): unknown {
  let node = root;
  for (const token of pointer.split('/').slice(1)) {
    const name = decodeToken(token);
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) {
      throw new TypeError(`JSON Schema: "$ref" at ${at} refers to nothing`);
    }
    node = (node as Readonly<Record<string, unknown>>)[name];
    if (isObject(node) && typeof node['$id'] === 'string') {
      throw new TypeError(`JSON Schema: "$ref" at ${at} refers into a schema with an "$id"`);
    }
  }
  return node;
}

/** RFC 6901 §6: escapes of a URI first, then those of a pointer. */
function decodeToken(token: string): string {
  let text = token;
  try {
    text = decodeURIComponent(token);
  } catch {
    // Not an escape of a URI: the token is used unchanged.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
