import type { ResolvedField } from '@errata/core/internal';

/** Contexts that a thrower may give: everything declared, and as little as is allowed. */
export function placeholders(
  fields: readonly ResolvedField[],
): readonly { readonly name: string; readonly context: Record<string, unknown> }[] {
  const required = fields.filter((field) => field.required);
  const full = { name: 'every field', context: contextOf(fields) };
  return required.length === fields.length
    ? [full]
    : [full, { name: 'required fields only', context: contextOf(required) }];
}

function contextOf(fields: readonly ResolvedField[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
}

function valueOf(field: ResolvedField): unknown {
  const { type } = field;
  return type.endsWith('[]')
    ? [single(type.slice(0, -2), field), single(type.slice(0, -2), field)]
    : single(type, field);
}

function single(type: string, { name, values, items }: ResolvedField): unknown {
  switch (type) {
    case 'string':
      return values?.[0] ?? `some ${name}`;
    case 'integer':
      return 42;
    case 'number':
      return 1.5;
    case 'boolean':
      return true;
    case 'object':
      return items === undefined ? { some: name } : contextOf(items);
    case 'json':
      return [null, { any: name }];
    default:
      throw new Error(`no placeholder for the type ${type} of ${name}`);
  }
}
