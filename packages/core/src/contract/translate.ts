import type { WireError } from '../codec/index.js';
import type { Era } from '../era/index.js';
import { Fault, type Definition } from '../fault/index.js';
import { isComplete, type Contract } from './define-contract.js';
import { objectOrEmpty } from './shape.js';

/** The member of `error.data` that remembers what an error was before it was translated. */
export const ORIGIN_KEY = 'dev.errata/origin';

export interface TranslatedFrom {
  readonly domain: string;
  readonly error: WireError;
}

/** A translation, or the plain statement that there is none. */
export type Translation =
  | { readonly equivalent: true; readonly reason: string; readonly error: WireError }
  | { readonly equivalent: false; readonly why: string; readonly error: WireError };

/**
 * Say an error of one contract in the words of another, by identity and condition, never by number: the numbers collide.
 * The original rides along in `data`, so that the way back is exact.
 */
export function translate(error: WireError, from: Contract, to: Contract, era: Era): Translation {
  const origin = originOf(error);
  if (origin !== undefined && origin.domain === to.catalog.domain) {
    const known = identify(origin.error, to, era);
    if (known !== undefined) return { equivalent: true, reason: known.reason, error: origin.error };
  }
  const definition = identify(error, from, era);
  if (definition === undefined) {
    return { equivalent: false, why: `${from.catalog.domain} does not declare this error`, error };
  }
  const source = faultOf(definition, error, from);
  const target = equivalentOf(source, to);
  if (target === undefined) {
    return {
      equivalent: false,
      why: `${to.catalog.domain} has no failure for what is known of ${from.catalog.domain}/${definition.reason}`,
      error,
    };
  }
  const data = to.data(target, { era });
  // What it was at first is kept through any number of translations.
  const kept: TranslatedFrom = origin ?? { domain: from.catalog.domain, error };
  return {
    equivalent: true,
    reason: target.reason,
    error: {
      code: to.number(target, era),
      message: to.message(target, { era }),
      data: { ...data, [ORIGIN_KEY]: kept },
    },
  };
}

/** The definition of a wire error in a contract: by the reason it carries, else by a number that is unique. */
export function identify(error: WireError, contract: Contract, era: Era): Definition | undefined {
  const { catalog } = contract;
  const { reason, context } = contract.read(error.data);
  const named = reason === undefined ? undefined : catalog.definition(reason);
  if (named !== undefined) return named;
  const sameNumber = catalog.definitions.filter(
    (definition) => contract.number(new Fault(definition, {}), era) === error.code,
  );
  if (sameNumber.length <= 1) return sameNumber[0];
  // Several failures share the number: those whose required fields are not there are not meant.
  const fitting = sameNumber.filter((definition) => isComplete(definition, context));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function faultOf(definition: Definition, error: WireError, contract: Contract): Fault {
  const { context, details } = contract.read(error.data);
  return new Fault(definition, context, {
    message: error.message,
    ...(details !== undefined && { details }),
  });
}

function equivalentOf(source: Fault, to: Contract): Fault | undefined {
  const { condition } = source;
  if (condition === undefined) return undefined;
  // Only some catalogs tell a broken protocol layer from a broken tool.
  const broken = condition === 'internal' || condition === 'unexpected';
  const definition = to.definitionFor(condition) ?? (broken ? to.catalog.unexpected : undefined);
  if (definition === undefined || !isComplete(definition, source.context)) return undefined;
  return new Fault(definition, source.context, { details: source.details });
}

function originOf(error: WireError): TranslatedFrom | undefined {
  const origin = objectOrEmpty(error.data)[ORIGIN_KEY];
  const { domain, error: original } = objectOrEmpty(origin);
  const { code, message } = objectOrEmpty(original);
  // It comes from a peer: what is no error object is no origin.
  const sound =
    typeof domain === 'string' && Number.isSafeInteger(code) && typeof message === 'string';
  return sound ? { domain, error: original as WireError } : undefined;
}
