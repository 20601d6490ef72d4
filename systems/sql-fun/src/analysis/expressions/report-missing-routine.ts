import { formatType, type CallOptions, type PgType, type RoutineChoice } from '../../pg/index.js';
import { closest } from '../../text/index.js';
import type { Session } from '../model.js';
import { extensionMayHaveNames } from './extensions.js';
import { visiblePath } from './visible.js';
import { ELSEWHERE, WELL_KNOWN_ROUTINES } from './well-known-routines.js';

interface Signature extends CallOptions {
  readonly types: readonly PgType[];
}

/** Says what is wrong with a call that means no routine. */
export function reportMissingRoutine(
  parts: readonly string[],
  signature: Signature,
  choice: Exclude<RoutineChoice, { kind: 'found' }>,
  location: number | undefined,
  session: Session,
): void {
  const name = parts.join('.');
  const about = { target: 'function', location } as const;
  if (choice.kind === 'none' && !choice.exists) {
    if (extensionMayHaveNames(session)) {
      const message = `Function ${name} is not in the dump; it may come with an extension.`;
      session.report({ ...about, name, code: 'unresolved', message });
      return;
    }
    const didYouMean = suggestions(parts, session);
    const hint = didYouMean.length > 0 && { didYouMean };
    const message = `There is no function ${name}.`;
    session.report({ ...about, name, code: 'not_found', message, ...hint });
    return;
  }
  const call = `${name}(${argumentsOf(signature)})`;
  if (choice.kind === 'ambiguous') {
    const message = `Which function ${call} means is not clear; cast its arguments.`;
    session.report({ ...about, name: call, code: 'ambiguous', message });
  } else {
    const message = `There is no function ${call}; ${name} takes other arguments.`;
    session.report({ ...about, name: call, code: 'not_found', message });
  }
}

function argumentsOf({ types, argNames = [], variadicCall, star }: Signature): string {
  if (star === true) return '*';
  const firstNamed = types.length - argNames.length;
  const spelt = types.map((type, index) => {
    const name = argNames[index - firstNamed];
    const variadic = variadicCall === true && index === types.length - 1 ? 'VARIADIC ' : '';
    return `${variadic}${name === undefined ? '' : `${name} => `}${formatType(type)}`;
  });
  return spelt.join(', ');
}

function suggestions(parts: readonly string[], session: Session): readonly string[] {
  const name = parts.at(-1) ?? '';
  const elsewhere = ELSEWHERE.get(name);
  return elsewhere === undefined
    ? closest(name, namesOfRoutines(parts.at(-2), session))
    : [elsewhere];
}

function* namesOfRoutines(schema: string | undefined, session: Session): Iterable<string> {
  if (schema === undefined) yield* WELL_KNOWN_ROUTINES;
  for (const each of schema === undefined ? visiblePath(session) : [schema]) {
    yield* session.schema.namespaces.get(each)?.routines ?? [];
  }
}
