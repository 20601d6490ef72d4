import { conditionFault, wrongParam } from '@errata/core/internal';
import { unknownName } from '@errata/catalogs/mcp';
import type { Fault } from '@errata/core';
import { capabilityNotSupported } from '../failures.js';
import type { Offer } from '../offer/offer.js';

/** A parameter that is missing or of the wrong type. */
export function wrong(path: string, expected: string, value: unknown): Fault {
  const { condition, context, given } = wrongParam(path, expected, value);
  return conditionFault(condition, { ...context, details: given?.details }, given);
}

/** A member that must be a string; `path` is its path. */
export function textOf(
  params: Readonly<Record<string, unknown>>,
  member: string,
  path = member,
): string {
  const value = params[member];
  if (typeof value !== 'string') throw wrong(path, 'string', value);
  return value;
}

/** A member that is an object; empty if it is missing. */
export function objectOf(
  params: Readonly<Record<string, unknown>>,
  member: string,
): Readonly<Record<string, unknown>> {
  const value = params[member];
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong(member, 'object', value);
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
    if (typeof value !== 'string') throw wrong(`${member}.${name}`, 'string', value);
  }
  return texts as Readonly<Record<string, string>>;
}

/** Refuses a request for a feature that the server does not offer. */
export function requireOffered(offered: boolean, capability: string): void {
  if (!offered) throw capabilityNotSupported(capability, 'server');
}

export function promptNotFound({ prompts }: Offer, prompt: string): Fault {
  const given = unknownName('prompt', prompt, prompts.keys());
  return conditionFault('prompt-not-found', { prompt, name: prompt }, given);
}

export function toolNotFound({ tools }: Offer, tool: string): Fault {
  const context = { tool, tool_name: tool, method: tool, name: tool };
  return conditionFault('unknown-tool', context, unknownName('tool', tool, tools.keys()));
}
