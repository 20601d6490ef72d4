import { describe, expect, it } from 'vitest';
import { ERAS, judgeCode, type Contract, Fault } from '@errata/core';
import { ERA_RULES } from '@errata/core/internal';
import { STANDARD_CODES, identify } from '@errata/core/internal';
import {
  mcp,
  MCP_CODES_BY_REVISION,
  MCP_DRAFT_CODES,
  MCP_REVISIONS,
  mcpContract,
  mcpContractIn,
  mcpNumber,
} from './index.js';

const numbers = (contract: Contract, fault: Fault) =>
  ERAS.map((era) => contract.number(fault, era));

const elicitation = {
  mode: 'url',
  elicitationId: 'e1',
  url: 'https://x.test/',
  message: 'Sign in',
} as const;

describe('failures of the specification in the words of a contract', () => {
  const view = { era: '2026-07-28' } as const;
  const version = mcp.UNSUPPORTED_PROTOCOL_VERSION({ supported: ['2026-07-28'], requested: 'x' });
  const contract: Contract = {
    ...mcpContract,
    specified: () => ({ message: 'Nein', members: { reason: 'OWN', supported: 'not ours' } }),
  };

  it('have the members of the contract beside those of MCP, which stay', () => {
    const specified = mcpContractIn(contract);
    expect(specified.data(version, view)).toEqual({
      ...{ reason: 'OWN', supported: ['2026-07-28'], requested: 'x' },
    });
    expect(specified.data(mcp.HEADER_MISMATCH({ header: 'Mcp-Name' }), view)).toMatchObject({
      ...{ reason: 'OWN', header: 'Mcp-Name' },
    });
    expect([specified.message(version, view), specified.number(version, '2026-07-28')]).toEqual([
      'Nein',
      -32022,
    ]);
  });

  it('leave an unknown resource alone, which clients know by its only member', () => {
    const missing = mcp.RESOURCE_NOT_FOUND({ uri: 'demo://x' });
    expect(mcpContractIn(contract).data(missing, view)).toEqual({ uri: 'demo://x' });
  });

  it('are those of MCP where the contract says nothing', () => {
    expect(mcpContractIn(mcpContract)).toBe(mcpContract);
  });
});

describe('the catalog of the specification', () => {
  it('has these reasons', () => {
    expect(mcp.definitions.map(({ reason }) => reason)).toEqual([
      'PARSE_ERROR',
      'INVALID_REQUEST',
      'METHOD_NOT_FOUND',
      'INVALID_PARAMS',
      'INTERNAL_ERROR',
      'CAPABILITY_NOT_SUPPORTED',
      'UNKNOWN_TOOL',
      'PROMPT_NOT_FOUND',
      'RESOURCE_NOT_FOUND',
      'URL_ELICITATION_REQUIRED',
      'USER_REJECTED',
      'HEADER_MISMATCH',
      'MISSING_REQUIRED_CLIENT_CAPABILITY',
      'UNSUPPORTED_PROTOCOL_VERSION',
    ]);
  });

  it.each([
    [
      mcp.RESOURCE_NOT_FOUND({ uri: 'file:///x' }),
      [-32002, -32002, -32002, -32002, -32002, -32602],
    ],
    [
      mcp.URL_ELICITATION_REQUIRED({ elicitations: [elicitation] }),
      [-32042, -32603, -32603, -32603, -32042, -32603],
    ],
    [mcp.HEADER_MISMATCH(), [-32020, -32600, -32600, -32600, -32600, -32020]],
    [
      mcp.MISSING_REQUIRED_CLIENT_CAPABILITY({ requiredCapabilities: { sampling: {} } }),
      [-32021, -32600, -32600, -32600, -32600, -32021],
    ],
    [
      mcp.UNSUPPORTED_PROTOCOL_VERSION({ supported: ['2026-07-28'], requested: '1' }),
      [-32022, -32602, -32602, -32602, -32602, -32022],
    ],
    [mcp.USER_REJECTED(), [-1, -1, -1, -1, -1, -1]],
    [mcp.UNKNOWN_TOOL({ tool: 'x' }), [-32602, -32602, -32602, -32602, -32602, -32602]],
  ])('%s has its number in each era', (fault, expected) => {
    expect(numbers(mcpContract, fault)).toEqual(expected);
  });

  it('never emits a number that the era forbids', () => {
    for (const { reason } of mcp.definitions) {
      for (const era of MCP_REVISIONS) {
        const fault = new Fault(mcp.definition(reason)!, {});
        expect(judgeCode(mcpContract.number(fault, era), era)).toMatchObject({ allowed: true });
      }
    }
  });

  it('puts the members on the wire that the specification names', () => {
    const view = { era: '2026-07-28' } as const;
    expect(mcpContract.data(mcp.RESOURCE_NOT_FOUND({ uri: 'a:b' }), view)).toEqual({ uri: 'a:b' });
    const version = { supported: ['2025-11-25'], requested: '1999-01-01' };
    expect(mcpContract.data(mcp.UNSUPPORTED_PROTOCOL_VERSION(version), view)).toEqual(version);
    expect(mcpContract.data(mcp.INTERNAL_ERROR(), view)).toBeUndefined();
  });

  it.each([
    [-32602, { uri: 'a:b' }, 'RESOURCE_NOT_FOUND'],
    [-32022, { supported: ['x'], requested: 'y' }, 'UNSUPPORTED_PROTOCOL_VERSION'],
    [-32021, { requiredCapabilities: {} }, 'MISSING_REQUIRED_CLIENT_CAPABILITY'],
    [-32020, undefined, 'HEADER_MISMATCH'],
    [-32601, { reason: 'no completion here' }, 'CAPABILITY_NOT_SUPPORTED'],
    [-32602, { uri: 'a:b', more: 1 }, undefined],
  ])('reads %i with %j as %s', (code, data, reason) => {
    const error = { code, message: 'x', ...(data !== undefined && { data }) };
    expect(identify(error, mcpContract, '2026-07-28')?.reason).toBe(reason);
  });
});

describe('the codes by revision', () => {
  const beyondStandard = (revision: (typeof MCP_REVISIONS)[number], status: string) =>
    MCP_CODES_BY_REVISION[revision]
      .filter((entry) => entry.status === status)
      .map(({ code }) => code)
      .filter((code) => !(STANDARD_CODES as readonly number[]).includes(code));

  it('are those of the specification', () => {
    expect(MCP_REVISIONS.map((revision) => beyondStandard(revision, 'defined'))).toEqual([
      [-32002],
      [-32002],
      [-32002],
      [-32002, -32042, -1],
      [-32020, -32021, -32022],
    ]);
    expect(MCP_REVISIONS.map((revision) => beyondStandard(revision, 'retired'))).toEqual([
      [],
      [],
      [],
      [],
      [-32002, -32042],
    ]);
  });

  it('demand HTTP 400 or 404 on 2026-07-28 and nothing before', () => {
    const demanded = (revision: (typeof MCP_REVISIONS)[number]) =>
      MCP_CODES_BY_REVISION[revision]
        .filter(({ http }) => http !== undefined)
        .map(({ code, http }) => [code, http]);
    expect(demanded('2025-11-25')).toEqual([]);
    expect(demanded('2026-07-28')).toEqual([
      [-32601, 404],
      [-32601, 404],
      [-32602, 400],
      [-32020, 400],
      [-32021, 400],
      [-32022, 400],
    ]);
  });

  it('agree with the rules of the eras', () => {
    for (const era of MCP_REVISIONS) {
      for (const { reason, condition } of mcp.definitions) {
        if (typeof condition !== 'string') continue;
        const named = ERA_RULES[era].codes[condition];
        if (named !== undefined)
          expect([era, reason, mcpNumber(reason, era)]).toEqual([era, reason, named]);
      }
      const retired = MCP_CODES_BY_REVISION[era].filter(({ status }) => status === 'retired');
      expect(retired.map(({ code }) => code)).toEqual(ERA_RULES[era].retired);
    }
  });

  it('remember the numbers of the drafts', () => {
    expect(MCP_DRAFT_CODES).toEqual([
      { code: -32001, reason: 'HEADER_MISMATCH' },
      { code: -32003, reason: 'MISSING_REQUIRED_CLIENT_CAPABILITY' },
      { code: -32004, reason: 'UNSUPPORTED_PROTOCOL_VERSION' },
    ]);
  });
});
