import { describe, expect, it } from 'vitest';
import { ERAS } from '@errata/core';
import { collisionMap, findByReason, meaningsOf, type NumberSource } from './index.js';

const names = (code: number) => meaningsOf(code).meanings.map(({ who, name }) => `${who} ${name}`);

describe('the meanings of a number', () => {
  it('-32001 means all of these, and nothing may be assumed of it on 2026-07-28', () => {
    const report = meaningsOf(-32001);
    expect(names(-32001)).toEqual(
      expect.arrayContaining([
        'RouterOS UNAUTHORIZED',
        'Engram OPENMEMORY_UNAVAILABLE',
        'Engram LOGBOOK_DB_UNAVAILABLE',
        'erlmcp RESOURCE_NOT_FOUND',
        'drafts of MCP 2026-07-28 HEADER_MISMATCH',
        'TypeScript SDK v1 RequestTimeout',
        'TypeScript SDK v1 SessionNotFound',
        'TypeScript SDK v2 SessionNotFound',
        'Python SDK v2 REQUEST_TIMEOUT',
        'C# SDK SessionNotFound',
        'Go SDK Unknown',
        'FastMCP NotFound',
        'vscode-jsonrpc UnknownErrorCode',
      ]),
    );
    expect(report.different).toBeGreaterThanOrEqual(10);
    expect(report.verdict).toBe('legacy');
    expect(report.eras['2025-11-25'].allowed).toBe(true);
    expect(report.eras['2026-07-28']).toMatchObject({ allowed: false, level: 'should-not' });
    expect(report.eras['2026-07-28'].advice).toMatch(/^Assume no meaning/);
  });

  it('-32000 includes the name that Engram keeps and never sends', () => {
    expect(names(-32000)).toEqual(
      expect.arrayContaining([
        'RouterOS INTERNAL_ERROR',
        'sql-fun SERVER_NOT_REACHABLE',
        'Engram TOOL_EXECUTION_ERROR',
        'TypeScript SDK v1 ConnectionClosed',
        'TypeScript SDK v1 HttpRejection',
        'FastMCP PermissionError',
        'VS Code PermissionDenied',
      ]),
    );
    const kept = meaningsOf(-32000).meanings.find(({ who }) => who === 'Engram');
    expect(kept).toMatchObject({ status: 'deprecated', eras: [] });
  });

  it('-32002 conflicts with the specification, which retired it', () => {
    const report = meaningsOf(-32002);
    expect(names(-32002)).toEqual(
      expect.arrayContaining([
        'MCP RESOURCE_NOT_FOUND',
        'RouterOS FORBIDDEN',
        'Engram POLICY_REJECT',
        'Engram AUTH_FAILED',
        'erlmcp TOOL_NOT_FOUND',
        'TypeScript SDK v2 ResourceNotFound',
        'vscode-jsonrpc ServerNotInitialized',
      ]),
    );
    expect(report.verdict).toBe('conflict');
    expect(report.eras['2025-11-25'].advice).toBe(
      'It is RESOURCE_NOT_FOUND of the specification; RouterOS, Engram, erlmcp also mean something else by it, so read the reason',
    );
    expect(report.eras['2026-07-28']).toMatchObject({
      allowed: false,
      advice: 'Never emit it; from an older peer it is RESOURCE_NOT_FOUND (fix_and_retry)',
    });
  });

  it('-32010 is three systems and three strategies, moved to -31010 on 2026-07-28', () => {
    const systems = [
      'RouterOS DEVICE_UNREACHABLE',
      'erlmcp RATE_LIMITED',
      'sql-fun INTERNAL_PANIC',
    ];
    expect(names(-32010)).toEqual(systems);
    expect(names(-31010)).toEqual(systems);
    expect(meaningsOf(-32010).verdict).toBe('legacy');
    expect(meaningsOf(-31010).verdict).toBe('ambiguous');
    expect(meaningsOf(-31010).eras['2026-07-28'].advice).toBe(
      'Find out who sent it: RouterOS DEVICE_UNREACHABLE: retry_with_backoff, erlmcp RATE_LIMITED: retry_with_backoff, sql-fun INTERNAL_PANIC: report_and_abort',
    );
  });

  it.each([
    [-32020, 'HEADER_MISMATCH', 'RouterOS INVALID_CONFIGURATION', 'sql-fun SCHEMA_IO_FAILURE'],
    [
      -32021,
      'MISSING_REQUIRED_CLIENT_CAPABILITY',
      'RouterOS UNSAFE_OPERATION',
      'sql-fun INVALID_SCHEMA_SQL',
    ],
  ])('%i is %s on 2026-07-28, and conflicts with two systems', (code, reason, ...systems) => {
    const report = meaningsOf(code);
    expect(names(code)).toEqual(expect.arrayContaining([`MCP ${reason}`, ...systems]));
    expect(report.verdict).toBe('conflict');
    expect(report.different).toBe(3);
    expect(report.eras['2026-07-28']).toMatchObject({
      level: 'defined',
      advice: `It is ${reason} of the specification`,
    });
  });

  it('does not promise that a standard code means nothing else: RouterOS sends -32601 for an unknown tool', () => {
    expect(meaningsOf(-32601).eras.jsonrpc.advice).toBe(
      'It is METHOD_NOT_FOUND of the specification',
    );
  });

  it('says mean of several parties and means of one', () => {
    const advice = [-32002, -32602, -32603].flatMap((code) =>
      Object.values(meaningsOf(code).eras).map((era) => era.advice),
    );
    for (const text of advice.filter((said) => said.includes('something else'))) {
      expect(text).toMatch(/; (?:\S+ also means|\S+,.* also mean) something else/);
    }
    expect(advice.join('\n')).toContain('Engram also means something else');
  });

  it('-32042 belongs to the specification alone, which defined it once and retired it', () => {
    const report = meaningsOf(-32042);
    expect(report.verdict).toBe('specification');
    expect(report.different).toBe(1);
    const own = report.meanings.filter(({ who }) => who === 'MCP');
    expect(own.map(({ eras, status }) => [eras, status])).toEqual([
      [['2025-11-25'], undefined],
      [['2026-07-28'], 'retired'],
    ]);
    expect(report.eras['2026-07-28'].allowed).toBe(false);
  });

  it.each([
    [-32003, ['RouterOS NOT_FOUND', 'erlmcp PROMPT_NOT_FOUND', 'Go SDK ClientClosing']],
    [-32004, ['RouterOS CONFLICT', 'erlmcp CAPABILITY_NOT_SUPPORTED', 'Go SDK ServerClosing']],
    [-32005, ['RouterOS VALIDATION_ERROR', 'erlmcp NOT_INITIALIZED', 'Go SDK RejectedByTransport']],
    [-32030, ['RouterOS PLAN_NOT_APPROVED', 'sql-fun MISSING_PARAMETER']],
    [-32031, ['RouterOS PLAN_EXPIRED', 'sql-fun INVALID_SQL']],
    [-32040, ['sql-fun MCP_NOT_ALLOWED']],
    [-32097, ['vscode-jsonrpc PendingResponseRejected']],
  ])('%i means %j', (code, expected) => {
    expect(names(code)).toEqual(expect.arrayContaining(expected));
  });

  it('of an unknown number are none, and it is still judged', () => {
    const report = meaningsOf(-32077);
    expect(report.meanings).toEqual([]);
    expect(report.verdict).toBe('reserved');
    expect(report.eras['2025-11-25'].advice).toBe('No known party sends it');
    expect(meaningsOf(1.5).eras.jsonrpc.allowed).toBe(false);
  });

  it('can be asked of other sources', () => {
    const mine: NumberSource = {
      name: 'mine',
      meanings: [
        {
          code: 7,
          who: 'mine',
          kind: 'system',
          name: 'SEVEN',
          meaning: 'Seven',
          where: 'wire',
          eras: ERAS,
          strategy: 'fix_and_retry',
        },
      ],
    };
    expect(meaningsOf(7, [mine])).toMatchObject({
      verdict: 'clear',
      different: 1,
      eras: { jsonrpc: { advice: 'mine SEVEN: fix_and_retry' } },
    });
    expect(collisionMap([mine])).toEqual([]);
  });
});

describe('the collision map', () => {
  it('has these numbers with these verdicts', () => {
    const map = collisionMap();
    const band = map
      .filter(({ code }) => code <= -32000)
      .map(({ code, verdict }) => [code, verdict]);
    expect(band).toEqual([
      [-32000, 'legacy'],
      [-32001, 'legacy'],
      [-32002, 'conflict'],
      [-32003, 'legacy'],
      [-32004, 'legacy'],
      [-32005, 'legacy'],
      [-32006, 'legacy'],
      [-32007, 'legacy'],
      [-32010, 'legacy'],
      [-32011, 'legacy'],
      [-32020, 'conflict'],
      [-32021, 'conflict'],
      [-32030, 'reserved'],
      [-32031, 'reserved'],
      [-32600, 'standard'],
      [-32601, 'standard'],
      [-32602, 'standard'],
      [-32700, 'standard'],
    ]);
    expect(
      map.filter(({ code }) => code > -32000).every(({ verdict }) => verdict === 'ambiguous'),
    ).toBe(true);
  });

  it('gives -32001 the most meanings outside the standard codes', () => {
    const worst = collisionMap()
      .filter(({ verdict }) => verdict !== 'standard')
      .reduce((a, b) => (b.different > a.different ? b : a));
    expect(worst.code).toBe(-32001);
  });
});

describe('finding by reason', () => {
  it('finds the failure with its number in every era', () => {
    const [found, ...others] = findByReason('DEVICE_UNREACHABLE');
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      name: 'RouterOS',
      definition: { domain: 'routeros', code: -32010 },
      numbers: [
        {
          number: -32010,
          eras: ['jsonrpc', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'],
        },
        { number: -31010, eras: ['2026-07-28'] },
      ],
    });
  });

  it('finds one reason in several domains, and no property of an object', () => {
    expect(findByReason('RESOURCE_NOT_FOUND').map(({ name }) => name)).toEqual(['MCP', 'erlmcp']);
    expect(findByReason('RATE_LIMITED').map(({ name }) => name)).toEqual(['RouterOS', 'erlmcp']);
    expect(findByReason('constructor')).toEqual([]);
  });
});
