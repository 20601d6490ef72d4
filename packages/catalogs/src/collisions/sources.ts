import { type Condition, type Contract, type Era, ERAS, Fault, type Strategy } from '@errata/core';
import type { Definition } from '@errata/core/internal';
import { engram, engramContract, McpErrorCode } from '../engram/index.js';
import { erlmcpContract } from '../erlmcp/index.js';
import { jsonrpcContract } from '../jsonrpc/index.js';
import {
  mcp,
  MCP_CODES_BY_REVISION,
  MCP_DRAFT_CODES,
  MCP_REVISIONS,
  mcpContract,
} from '../mcp/index.js';
import { routerosContract } from '../routeros/index.js';
import type { CodeRow, CodeTable } from '../sdk/code-table.js';
import { LSP_TABLES } from '../sdk/lsp.js';
import { SDK_TABLES } from '../sdk/sdk.js';
import { sqlFunContract } from '../sql-fun/index.js';

/** The contracts that `findByReason` looks through: the specifications, then the systems. */
export const KNOWN_CONTRACTS: readonly { readonly name: string; readonly contract: Contract }[] = [
  { name: 'JSON-RPC 2.0', contract: jsonrpcContract },
  { name: 'MCP', contract: mcpContract },
  { name: 'RouterOS', contract: routerosContract },
  { name: 'Engram', contract: engramContract },
  { name: 'erlmcp', contract: erlmcpContract },
  { name: 'sql-fun', contract: sqlFunContract },
];

/** One meaning per code, reason and status, over the revisions that have it. */
function mcpSource(): NumberSource {
  const found = new Map<string, Meaning & { eras: Era[] }>();
  for (const revision of MCP_REVISIONS) {
    for (const { code, reason, status, meaning } of MCP_CODES_BY_REVISION[revision]) {
      const key = `${code} ${reason} ${status}`;
      const known = found.get(key);
      if (known !== undefined) {
        if (!known.eras.includes(revision)) known.eras.push(revision);
        continue;
      }
      found.set(key, {
        ...specified(code, reason, meaning),
        eras: [revision],
        ...(status !== 'defined' && { status }),
      });
    }
  }
  return { name: 'MCP', meanings: [...found.values()] };
}

function specified(code: number, reason: string, meaning: string): Meaning {
  const facts = factsOfDefinition(mcp.definition(reason)!);
  return {
    code,
    who: 'MCP',
    kind: 'specification',
    name: reason,
    meaning,
    where: 'wire',
    eras: [],
    ...facts,
  };
}

function draftSource(): NumberSource {
  const meanings = MCP_DRAFT_CODES.map(({ code, reason }): Meaning => {
    const meaning = `${mcp.definition(reason)!.title}, before it was renumbered`;
    return {
      ...specified(code, reason, meaning),
      who: 'drafts of MCP 2026-07-28',
      kind: 'implementation',
      eras: ['2026-07-28'],
      status: 'draft',
    };
  });
  return { name: 'drafts of MCP 2026-07-28', meanings };
}

/** Numbers that Engram still has a name for and never sends; for all others the reasons say more than the number's name. */
function engramNamedOnly(): NumberSource {
  const emitted = new Set(engram.definitions.map(({ code }) => code));
  const meanings = Object.entries(McpErrorCode)
    .filter(([, code]) => !emitted.has(code))
    .map(([name, code]): Meaning => ({
      code,
      who: 'Engram',
      kind: 'system',
      name,
      meaning: 'Named for old clients, never emitted',
      where: 'wire',
      eras: [],
      status: 'deprecated',
    }));
  return { name: 'Engram', meanings };
}

/** All parties whose numbers are known, derived from their catalogs and tables. */
export const KNOWN_SOURCES: readonly NumberSource[] = [
  sourceOfContract('JSON-RPC 2.0', jsonrpcContract, 'specification'),
  mcpSource(),
  ...KNOWN_CONTRACTS.slice(2).map(({ name, contract }) => sourceOfContract(name, contract)),
  engramNamedOnly(),
  draftSource(),
  ...SDK_TABLES.map(sourceOfTable),
  ...LSP_TABLES.map(sourceOfTable),
];

/** What one party means by a number. */
export interface Meaning {
  readonly code: number;
  readonly who: string;
  readonly kind: 'specification' | 'system' | 'implementation';
  readonly name: string;
  readonly meaning: string;
  readonly where: CodeRow['where'];
  /** The eras in which the party uses the number like this. */
  readonly eras: readonly Era[];
  /** Set if the number is not in use, or no longer. */
  readonly status?: 'example' | 'retired' | 'draft' | 'deprecated';
  /** The condition, if there is one that fits. */
  readonly condition?: Condition;
  /** What the party wants a client to do, if it does not depend on the occurrence. */
  readonly strategy?: Strategy;
}

/** A party and everything it means by its numbers. */
export interface NumberSource {
  readonly name: string;
  readonly meanings: readonly Meaning[];
}

/** The numbers of a catalog as its contract puts them on the wire, era by era. */
export function sourceOfContract(
  name: string,
  contract: Contract,
  kind: Meaning['kind'] = 'system',
): NumberSource {
  return {
    name,
    meanings: contract.catalog.definitions.flatMap((definition) =>
      [...erasByNumber(definition, contract)].map(([code, eras]): Meaning => ({
        code,
        who: name,
        kind,
        name: definition.reason,
        meaning: definition.when ?? definition.title,
        where: 'wire',
        eras,
        ...factsOfDefinition(definition),
      })),
    ),
  };
}

/** The numbers of a table of codes. */
export function sourceOfTable({ name, rows }: CodeTable): NumberSource {
  return {
    name,
    meanings: rows.map(({ code, name: rowName, meaning, where, eras, condition }) => ({
      code,
      who: name,
      kind: 'implementation',
      name: rowName,
      meaning,
      where,
      eras,
      ...(condition !== undefined && { condition }),
    })),
  };
}

/** The numbers of a definition, each with the eras in which it is used. */
export function erasByNumber(
  definition: Definition,
  contract: Contract,
): ReadonlyMap<number, readonly Era[]> {
  const numbers = new Map<number, Era[]>();
  for (const era of contract.catalog.rules.eras ?? ERAS) {
    const number = numberIn(era, definition, contract);
    numbers.set(number, [...(numbers.get(number) ?? []), era]);
  }
  return numbers;
}

function numberIn(era: Era, definition: Definition, contract: Contract): number {
  try {
    return contract.number(new Fault(definition, {}), era);
  } catch {
    return definition.code; // the condition is a function of the context; without one only the declared code is known
  }
}

/** Condition and strategy of a definition, as far as they are known without an occurrence. */
function factsOfDefinition(definition: Definition): Pick<Meaning, 'condition' | 'strategy'> {
  const condition = conditionOf(definition);
  const { recovery } = definition;
  const strategy = typeof recovery === 'string' ? recovery : recovery.strategy;
  return {
    ...(condition !== undefined && { condition }),
    ...(typeof strategy === 'string' && { strategy }),
  };
}

function conditionOf(definition: Definition): Condition | undefined {
  try {
    return new Fault(definition, {}).condition;
  } catch {
    return undefined; // the author's function needs a context
  }
}
