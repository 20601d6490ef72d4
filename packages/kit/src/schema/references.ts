import type { Rule } from './rule.js';
import { isObject, type Compile, type SchemaPart } from './schema-part.js';
import { TooDeep } from './too-deep.js';

const MAX_DEPTH = 500;

/** The places that a schema refers to, each compiled once. */
export interface References {
  /** The rule of a `$ref`. */
  follow(part: SchemaPart): Rule;
  /** The rule of the schema at a pointer. */
  ruleAt(pointer: string, at: string): Rule;
  /** To be called before each value. */
  begin(): void;
}

/** Follows `$ref` within one document: `#`, `#/$defs/a` and any other pointer. */
export function createReferences(root: unknown, compile: Compile): References {
  const slots = new Map<string, { rule: Rule | undefined }>();
  let depth = 0;

  const slotAt = (pointer: string, at: string) => {
    const known = slots.get(pointer);
    if (known !== undefined) return known;
    // Before it is compiled: it may refer to itself.
    const slot: { rule: Rule | undefined } = { rule: undefined };
    slots.set(pointer, slot);
    slot.rule = compile(resolve(root, pointer, at), pointer);
    return slot;
  };

  return {
    follow(part) {
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
    ruleAt: (pointer, at) => slotAt(pointer, at).rule!,
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
    // Not an escape of a URI: the token stands for itself.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
