import { erlmcp } from '@errata/catalogs/erlmcp';
import type { Fault } from '@errata/core';

/** What parameters are refused with: the member, and what is wanted there. */
export function invalidParams(details: string): Fault {
  return erlmcp.INVALID_PARAMS({ details });
}

/** What is said of a parameter that is not there, in the words of erlmcp's contract. */
export function missing(path: string): string {
  return `Missing required '${path}' parameter`;
}

/** A member that has to be a text; `path` says where it stands. */
export function textOf(
  params: Readonly<Record<string, unknown>>,
  member: string,
  path = member,
): string {
  const value = params[member];
  if (value === undefined) throw invalidParams(missing(path));
  if (typeof value !== 'string') throw invalidParams(`${path}: a string`);
  return value;
}

/** A member that is an object, and an empty one where it is left out. */
export function objectOf(
  params: Readonly<Record<string, unknown>>,
  member: string,
): Readonly<Record<string, unknown>> {
  const value = params[member];
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidParams(`${member}: an object`);
  }
  return value as Readonly<Record<string, unknown>>;
}

/** A member that is an object of texts. */
export function textsOf(
  params: Readonly<Record<string, unknown>>,
  member: string,
): Readonly<Record<string, string>> {
  const texts = objectOf(params, member);
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value !== 'string') throw invalidParams(`${member}.${name}: a string`);
  }
  return texts as Readonly<Record<string, string>>;
}

/** Whether a server that does not offer something is asked for it. */
export function requireOffered(offered: boolean, capability: string): void {
  if (!offered) throw erlmcp.CAPABILITY_NOT_SUPPORTED({ capability });
}
