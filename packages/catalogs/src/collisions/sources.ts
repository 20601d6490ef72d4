import type { Contract, Era } from '@errata/core';
import { engram, engramContract, McpErrorCode } from '../engram/index.js';
import { erlmcpContract } from '../erlmcp/index.js';
import { jsonrpcContract } from '../jsonrpc/index.js';
import { LSP_TABLES } from '../lsp/index.js';
import {
  mcp,
  MCP_CODES_BY_REVISION,
  MCP_DRAFT_CODES,
  MCP_REVISIONS,
  mcpContract,
} from '../mcp/index.js';
import { routerosContract } from '../routeros/index.js';
import { SDK_TABLES } from '../sdk/index.js';
import { sqlFunContract } from '../sql-fun/index.js';
import {
  factsOfDefinition,
  sourceOfContract,
  sourceOfTable,
  type Meaning,
  type Source,
} from './source.js';

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
function mcpSource(): Source {
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

function draftSource(): Source {
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
function engramNamedOnly(): Source {
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

/** Everybody whose numbers are known. Derived from their catalogs and tables; nothing is typed here a second time. */
export const KNOWN_SOURCES: readonly Source[] = [
  sourceOfContract('JSON-RPC 2.0', jsonrpcContract, 'specification'),
  mcpSource(),
  ...KNOWN_CONTRACTS.slice(2).map(({ name, contract }) => sourceOfContract(name, contract)),
  engramNamedOnly(),
  draftSource(),
  ...SDK_TABLES.map(sourceOfTable),
  ...LSP_TABLES.map(sourceOfTable),
];
