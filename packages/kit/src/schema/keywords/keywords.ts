import { pass, type Rule } from '../rule.js';
import type { SchemaPart } from '../schema-part.js';
import { constant, enumeration } from './choice.js';
import { allOf, anyOf, condition, not, oneOf } from './forms.js';
import { contains, items, maxItems, minItems, uniqueItems } from './lists.js';
import { members } from './members.js';
import {
  dependentRequired,
  dependentSchemas,
  maxProperties,
  minProperties,
  propertyNames,
  required,
} from './names.js';
import { exclusiveMaximum, exclusiveMinimum, maximum, minimum, multipleOf } from './numbers.js';
import { format, maxLength, minLength, pattern } from './strings.js';

/** Makes the rule of a keyword, or of several that only make sense together. */
export type Keyword = (part: SchemaPart) => Rule;

/** For readers: nothing is checked. */
const annotation: Keyword = () => pass;

/** The keywords that are known, beside `type` and `$ref`. */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ['enum', enumeration],
  ['const', constant],
  ['minimum', minimum],
  ['maximum', maximum],
  ['exclusiveMinimum', exclusiveMinimum],
  ['exclusiveMaximum', exclusiveMaximum],
  ['multipleOf', multipleOf],
  ['minLength', minLength],
  ['maxLength', maxLength],
  ['pattern', pattern],
  ['format', format],
  ['required', required],
  ['properties', members],
  ['patternProperties', members],
  ['additionalProperties', members],
  ['propertyNames', propertyNames],
  ['minProperties', minProperties],
  ['maxProperties', maxProperties],
  ['dependentRequired', dependentRequired],
  ['dependentSchemas', dependentSchemas],
  ['items', items],
  ['prefixItems', items],
  ['contains', contains],
  ['minContains', contains],
  ['maxContains', contains],
  ['minItems', minItems],
  ['maxItems', maxItems],
  ['uniqueItems', uniqueItems],
  ['allOf', allOf],
  ['anyOf', anyOf],
  ['oneOf', oneOf],
  ['not', not],
  ['if', condition],
  ['then', condition],
  ['else', condition],
  // What is in these is compiled where it is referred to.
  ['$defs', annotation],
  ['definitions', annotation],
  // Only a name for a `$ref`, and one that refers by name is refused.
  ['$anchor', annotation],
  ...[
    '$schema',
    '$comment',
    'title',
    'description',
    'default',
    'examples',
    'deprecated',
    'readOnly',
    'writeOnly',
    'contentEncoding',
    'contentMediaType',
    'contentSchema',
  ].map((name): [string, Keyword] => [name, annotation]),
]);
