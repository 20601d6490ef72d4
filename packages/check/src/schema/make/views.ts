import type { Scope } from '../judge/scope.js';
import { isPart, own } from '../part.js';
import type { Part } from '../part.js';

/** Schemas without references, choices and sums, all of which must hold. */
export type View = readonly Part[];

const OPTIONS = 64;
const PARTS = 48;

/** The ways to read a schema: one for each choice that it leaves, the first branches first. */
export function* viewsOf(schema: unknown, scope: Scope): Generator<View> {
  yield* viewsOfAll([schema], scope, []);
}

function* viewsOfAll(schemas: readonly unknown[], scope: Scope, found: View): Generator<View> {
  if (!scope.work.spend(1 + schemas.length) || found.length > PARTS) return;
  const [schema, ...rest] = schemas;
  if (schemas.length === 0) yield found;
  else if (schema === true) yield* viewsOfAll(rest, scope, found);
  else if (isPart(schema)) {
    for (const more of optionsOf(schema, scope)) {
      yield* viewsOfAll([...more, ...rest], scope, [...found, schema]);
    }
  }
}

/** What must hold besides the part itself, for each choice. */
function optionsOf(part: Part, scope: Scope): readonly (readonly unknown[])[] {
  let options: readonly (readonly unknown[])[] = [[]];
  const each = (choices: readonly (readonly unknown[])[]): void => {
    options = options
      .flatMap((option) => choices.slice(0, OPTIONS).map((choice) => [...option, ...choice]))
      .slice(0, OPTIONS);
  };
  if (Object.hasOwn(part, '$ref')) each([[scope.resolve(part['$ref'])]]);
  const sum = own(part, 'allOf');
  if (Array.isArray(sum)) each([sum.slice(0, PARTS)]);
  for (const word of ['oneOf', 'anyOf']) {
    const choices = own(part, word);
    if (Array.isArray(choices)) each(choices.slice(0, OPTIONS).map((choice) => [choice]));
  }
  if (Object.hasOwn(part, 'if')) {
    each([[part['if'], own(part, 'then') ?? true], [own(part, 'else') ?? true]]);
  }
  return options;
}
