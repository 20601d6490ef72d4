import {
  objectOrEmpty,
  resolveFields,
  type ResolvedField,
  type Definition,
} from '@errata/core/internal';
import { type Contract, type Era, Fault } from '@errata/core';
import type { Reply } from './read-reply.js';

/** The members that a reply should have and has not, as paths. */
export function missingFields(
  reply: Reply,
  definition: Definition,
  contract: Contract,
  { era, fields = [] }: { readonly era: Era; readonly fields?: readonly string[] },
): readonly string[] {
  if (isUriAlone(reply, definition, contract, era)) return [];
  const { shape, layout } = contract;
  const declared = definition.fields.filter((field) => isShown(field, definition, contract, era));
  const missing = [
    ...lacking(resolveFields(shape.envelope), reply.payload),
    // The facts around a payload are an envelope too.
    ...(layout === shape || reply.surface === 'tool'
      ? []
      : lacking(resolveFields(layout.envelope), reply.data)),
    ...lacking(declared, reply.context),
    ...fields.filter((path) => !has(reply.payload, path) && !has(reply.data, path)),
  ];
  return [...new Set(missing)];
}

/** MCP 2026-07-28 wants the URI of an unknown resource and nothing else. */
function isUriAlone(reply: Reply, definition: Definition, contract: Contract, era: Era): boolean {
  const { uri } = objectOrEmpty(reply.payload);
  if (uri === undefined) return false;
  const due = objectOrEmpty(contract.data(new Fault(definition, { uri }), { era }));
  return [due, objectOrEmpty(reply.payload)].every((data) => Object.keys(data).join() === 'uri');
}

/** The required fields that a value does not have, also inside its objects and lists. */
function lacking(fields: readonly ResolvedField[], value: unknown, at = ''): readonly string[] {
  return fields.flatMap((field) => {
    const path = at + field.name;
    const members = objectOrEmpty(value);
    if (!Object.hasOwn(members, field.name)) return field.required ? [path] : [];
    const inner = members[field.name];
    const { items } = field;
    if (items === undefined) return [];
    return Array.isArray(inner)
      ? inner.flatMap((item, index) =>
          // A list that was too long ends with a text that says how much is left out.
          index === inner.length - 1 && typeof item === 'string'
            ? []
            : lacking(items, item, `${path}[${index}].`),
        )
      : lacking(items, inner, `${path}.`);
  });
}

/** A shape may keep a field off the wire; only what it would show of a full context, and of a sparse one, is asked for. */
function isShown(
  { name }: ResolvedField,
  definition: Definition,
  contract: Contract,
  era: Era,
): boolean {
  const contexts = [definition.fields, definition.fields.filter(({ required }) => required)];
  return contexts.every((fields) => {
    const context = Object.fromEntries(fields.map((field) => [field.name, sampleOf(field)]));
    const written = contract.payload(new Fault(definition, context), { era });
    return (
      !Object.hasOwn(context, name) || Object.hasOwn(contract.shape.read(written).context, name)
    );
  });
}

/** Any value of the field's type. */
function sampleOf({ type, values, items = [] }: ResolvedField): unknown {
  const object = (): object => Object.fromEntries(items.map((item) => [item.name, sampleOf(item)]));
  switch (type) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'object':
    case 'json':
      return object();
    case 'object[]':
      return [object()];
    case 'string[]':
      return ['x'];
    case 'integer[]':
      return [1];
    default:
      return values?.[0] ?? 'x';
  }
}

/** Whether a path such as `errors[0].field` leads anywhere. */
export function has(value: unknown, path: string): boolean {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  let here = value;
  for (const step of steps) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return false;
    here = (here as Record<string, unknown>)[step];
  }
  return here !== undefined;
}
