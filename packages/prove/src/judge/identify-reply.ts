import { mcp, mcpContract } from '@errata/catalogs/mcp';
import { standard, type Contract, type Era, Fault } from '@errata/core';
import { ERA_RULES, GENERIC, GENERIC_DOMAIN, type Definition } from '@errata/core/internal';
import type { Reply } from './read-reply.js';

/** What a reply is: failures of the catalog, one of the specification, or nothing that was declared. */
export type ReplyIdentity =
  | { readonly kind: 'own'; readonly definitions: readonly Definition[] }
  | { readonly kind: 'specified' }
  | { readonly kind: 'unknown' };

const UNKNOWN: ReplyIdentity = { kind: 'unknown' };
const SPECIFIED: ReplyIdentity = { kind: 'specified' };

/** By the name that travels; where a contract sends none, by the number, which several failures may share. */
export function identifyReply(reply: Reply, contract: Contract, era: Era): ReplyIdentity {
  const { catalog } = contract;
  const { domain, reason } = reply;
  if (domain !== undefined && domain !== catalog.domain)
    return identifyForeign(reply, contract, era);
  const named = reason === undefined ? undefined : catalog.definition(reason);
  if (named !== undefined) {
    return isBesideMcp(named, reply, contract, era) ? SPECIFIED : own([named]);
  }
  const numbered = catalog.definitions.filter(
    (definition) => reply.code === numberOf(definition, reply, contract, era),
  );
  // A name that is no reason may still be a declared field that has a narrower word for it.
  const meant = numbered.filter((definition) => reason === undefined || says(definition, reply));
  if (meant.length > 0) return own(meant);
  return reason === undefined && isSpecified(reply.code, era) ? SPECIFIED : UNKNOWN;
}

/** A contract may put its own members beside those of a failure that MCP defines, and the number stays MCP's. */
function isBesideMcp(named: Definition, reply: Reply, contract: Contract, era: Era): boolean {
  const { code } = reply;
  return (
    contract.specified !== undefined &&
    code !== numberOf(named, reply, contract, era) &&
    MCP_CODES.has(code) &&
    isSpecified(code, era)
  );
}

const MCP_CODES: ReadonlySet<unknown> = new Set([-32020, -32021, -32022]);

/** The number that a definition has in an era, for what the reply says about the occurrence. */
export function numberOf(
  definition: Definition,
  { context }: Pick<Reply, 'context'>,
  contract: Contract,
  era: Era,
): number {
  return contract.number(new Fault(definition, context), era);
}

function own(definitions: readonly Definition[]): ReplyIdentity {
  return { kind: 'own', definitions };
}

function says({ fields }: Definition, { reason, context }: Reply): boolean {
  return fields.some(({ name }) => Object.hasOwn(context, name) && context[name] === reason);
}

/** The failures of JSON-RPC and MCP are everybody's, under the numbers of the specification. */
function identifyForeign(reply: Reply, contract: Contract, era: Era): ReplyIdentity {
  const { domain, reason = '', code } = reply;
  if (domain === GENERIC_DOMAIN) return identifyGeneric(reply, contract, era);
  if (domain !== standard.domain && domain !== mcp.domain) return UNKNOWN;
  const definition = mcp.definition(reason);
  const right = definition !== undefined && numberOf(definition, reply, mcpContract, era) === code;
  return right ? SPECIFIED : UNKNOWN;
}

/** Exceptions keep their generic names (UNEXPECTED, TIMEOUT), unless the catalog declares an `unexpected` failure for them. */
function identifyGeneric(reply: Reply, contract: Contract, era: Era): ReplyIdentity {
  const { reason, code } = reply;
  const { catalog } = contract;
  if (catalog.definition(catalog.unexpected.reason) !== undefined) return UNKNOWN;
  const definition = generic.find((each) => each.reason === reason);
  const right = definition !== undefined && numberOf(definition, reply, contract, era) === code;
  return right ? SPECIFIED : UNKNOWN;
}

const generic = Object.values(GENERIC) as readonly Definition[];

function isSpecified(code: unknown, era: Era): boolean {
  return Object.values(ERA_RULES[era].codes).some((each) => each === code);
}
