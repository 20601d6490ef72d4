import type { ResolvedField } from '../../fault/index.js';

/** A JSON Schema of draft 2020-12, as plain data. */
export interface ExportedSchema {
  readonly [keyword: string]: unknown;
}

/** The schema of an object with these members. What else it holds is not judged: shapes grow, and readers must bear it. */
export function objectSchema(fields: readonly ResolvedField[]): ExportedSchema {
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    type: 'object',
    ...(fields.length > 0 && { properties: propertiesOf(fields) }),
    ...(required.length > 0 && { required }),
  };
}

/** Join the fields of a shape with those of a definition: the definition knows better, and required stays required. */
export function mergeFields(
  envelope: readonly ResolvedField[],
  declared: readonly ResolvedField[],
): readonly ResolvedField[] {
  const merged = new Map(envelope.map((field) => [field.name, field]));
  for (const field of declared) {
    const outer = merged.get(field.name);
    merged.set(field.name, { ...field, required: field.required || outer?.required === true });
  }
  return [...merged.values()];
}

function propertiesOf(fields: readonly ResolvedField[]): Record<string, ExportedSchema> {
  // `fromEntries` defines, so that a field named __proto__ stays a field.
  return Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)]));
}

function fieldSchema(field: ResolvedField): ExportedSchema {
  const { description, type } = field;
  const schema = type.endsWith('[]')
    ? { type: 'array', items: valueSchema(type.slice(0, -2), field) }
    : valueSchema(type, field);
  return description === undefined ? schema : { ...schema, description };
}

function valueSchema(type: string, { items, values }: ResolvedField): ExportedSchema {
  if (type === 'json') return {};
  if (type === 'object') return objectSchema(items ?? []);
  return values === undefined ? { type } : { type, enum: [...values] };
}
