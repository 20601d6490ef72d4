import type { PgType, RoutineChoice } from '../../pg/index.js';
import type { Session, Typed } from '../model.js';
import type { CallArguments } from './call-arguments.js';
import { hasSchema } from './has-schema.js';
import { reportMissingRoutine } from './report-missing-routine.js';
import { rememberedRoutine } from './remembered.js';
import { settle } from './settle.js';
import { operandTypes, UNTYPED, type RecordTyped } from './typed.js';
import { lookupOf, refuseHidden } from './visible.js';
import { WELL_KNOWN_ROUTINES } from './well-known-routines.js';

/** The routine that a call means. */
export type FoundRoutine = Extract<RoutineChoice, { kind: 'found' }>;

/** What a call gives. */
export interface Call {
  readonly typed: Typed;
  readonly found?: FoundRoutine;
}

/** Chooses the routine of a call by the types of its arguments. */
export function chooseRoutine(
  parts: readonly string[],
  args: CallArguments,
  location: number | undefined,
  session: Session,
): Call {
  const name = parts.at(-1) ?? '';
  const where = lookupOf(parts, 'function', session);
  const { catalog } = session.schema;
  const types = operandTypes(args.typeds, session);
  if (types === undefined) return { typed: certainResult(parts, args, location, session) };
  const choice = rememberedRoutine(catalog, name, where, types, args.options);
  if (choice.kind !== 'found') {
    if (choice.kind === 'none' && !choice.exists)
      refuseHidden(parts, 'function', session, WELL_KNOWN_ROUTINES);
    if (hasSchema(parts, location, session)) {
      reportMissingRoutine(parts, { types, ...args.options }, choice, location, session);
    }
    return { typed: UNTYPED };
  }
  for (const [index, typed] of args.typeds.entries()) {
    const type = choice.argTypes[index];
    if (type !== undefined) settle(typed, type, session, location);
  }
  return { typed: resultOf(choice), found: choice };
}

/** What a routine gives; of OUT arguments, the columns. */
export function resultOf({ returns, out }: FoundRoutine): Typed | RecordTyped {
  const typed = { type: returns, typmod: -1 };
  return out !== undefined && returns.name === 'record' ? { ...typed, fields: out } : typed;
}

/** Where the type of an argument is not known: what all routines of that name give, if it is the same. */
function certainResult(
  parts: readonly string[],
  { typeds, options }: CallArguments,
  location: number | undefined,
  session: Session,
): Typed {
  const where = lookupOf(parts, 'function', session);
  const routines = session.schema.catalog.routines(parts.at(-1) ?? '', where);
  if (routines.length === 0) {
    refuseHidden(parts, 'function', session, WELL_KNOWN_ROUTINES);
    const missing = { kind: 'none', exists: false } as const;
    if (hasSchema(parts, location, session)) {
      reportMissingRoutine(parts, { types: [], ...options }, missing, location, session);
    }
    return UNTYPED;
  }
  const fitting = routines.filter(({ args, defaults, variadic }) => {
    const most = variadic === undefined ? args.length : Infinity;
    return typeds.length <= most && typeds.length >= args.length - defaults - (variadic ? 1 : 0);
  });
  const [type, ...others] = new Set<PgType>(fitting.map(({ returns }) => returns));
  if (type === undefined || others.length > 0 || type.kind === 'pseudo') return UNTYPED;
  return { type, typmod: -1 };
}
