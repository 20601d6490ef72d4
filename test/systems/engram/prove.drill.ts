import { useFolder } from '@errata/testing/lifetime';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Ended,
  nameOf,
  type ProofCell,
  type ProofJson,
  readProof,
  runErrata,
} from '@errata/testing/errata';

const ERAS = ['2025-11-25', '2026-07-28'] as const;
const TRANSPORTS = ['stdio', 'http'] as const;

/** §3: the reasons by their code; revision 2026-07-28 has other numbers for the two below −32000. */
const REASONS: Readonly<Record<number, readonly string[]>> = {
  [-32700]: ['PARSE_ERROR'],
  [-32600]: ['INVALID_REQUEST'],
  [-32601]: ['METHOD_NOT_FOUND'],
  [-32602]: ['MISSING_REQUIRED_PARAM', 'INVALID_PARAM_TYPE', 'INVALID_PARAM_VALUE', 'UNKNOWN_TOOL'],
  [-32603]: ['INTERNAL_ERROR', 'TOOL_EXECUTOR_NOT_REGISTERED', 'UNHANDLED_EXCEPTION'],
  [-32001]: [
    ...['OPENMEMORY_UNAVAILABLE', 'OPENMEMORY_CONNECTION_FAILED', 'OPENMEMORY_API_ERROR'],
    ...['LOGBOOK_DB_UNAVAILABLE', 'LOGBOOK_DB_CHECK_FAILED'],
  ],
  [-32002]: ['POLICY_REJECT', 'AUTH_FAILED', 'ACTOR_UNKNOWN', 'GOVERNANCE_UPDATE_DENIED'],
};
const MOVED: Readonly<Record<number, number>> = { [-32001]: -31001, [-32002]: -31002 };

/** §1.2, row by row, and what the gateway has beside them. */
const FORMS = [
  'memory_store 成功',
  'memory_store 策略拒绝',
  'memory_store 重定向到 outbox',
  'memory_query 查询成功',
  'memory_query 降级（OpenMemory 不可用）',
  'reliability_report 获取成功',
  'governance_update 鉴权失败',
  'evidence_upload 成功',
  'memory_store another space',
  'memory_store reject for good',
  'memory_store MISSING_REQUIRED_PARAM',
  'memory_store DEPENDENCY_MISSING',
];

interface Proof extends ProofJson {
  readonly forms: readonly (Omit<ProofCell, 'reason' | 'code'> & { readonly name: string })[];
}

const folder = useFolder();

const prove = (...args: string[]) => runErrata(['prove', 'engram', '--json', ...args], folder);
const provePython = () => runErrata(['prove', 'engram-py', '--json'], folder);

describe('errata prove engram --json', () => {
  let ended: Ended;
  let proof: Proof;
  beforeAll(async () => {
    ended = await prove();
    proof = readProof(ended) as Proof;
  });

  it('is complete: all 19 reasons and every result were seen, and nothing else', () => {
    const { cells, forms, ...rest } = proof;
    const missed = [...cells, ...forms].filter(({ outcome }) => outcome === 'missed');
    expect(missed).toEqual([]);
    expect(rest).toEqual({
      ...{ system: 'engram', declared: 19, provoked: 19 },
      ...{ forms_declared: FORMS.length, forms_shown: FORMS.length },
      ...{ undeclared: [], missing_fields: [], transports: TRANSPORTS, eras: ERAS },
    });
    expect(ended.code).toBe(0);
  });

  it.each(ERAS)('has seven codes in %s, each with its reasons, and never −32000', (era) => {
    const reasons: Record<number, Set<string>> = {};
    for (const { code, reason, outcome } of proof.cells.filter((cell) => cell.era === era)) {
      if (outcome === 'provoked') (reasons[code] ??= new Set()).add(reason);
    }
    const expected = Object.entries(REASONS).map(([code, reasons]) => {
      const moved = era === '2026-07-28' ? MOVED[Number(code)] : undefined;
      return [moved ?? code, new Set(reasons)];
    });
    expect(reasons).toEqual(Object.fromEntries(expected));
  });

  it('provoked every variant wherever it is possible', () => {
    const impossible = proof.cells.filter(({ outcome }) => outcome === 'impossible');
    const known = impossible.filter(
      (cell) => nameOf(cell) !== 'LOGBOOK_DB_UNAVAILABLE full' || !/mount/.test(cell.why),
    );
    const names = known.map((cell) => `${nameOf(cell)} on ${cell.transport} ${cell.era}`);
    expect(names.sort()).toEqual(
      [
        ...ERAS.flatMap((era) =>
          [
            ...['ACTOR_UNKNOWN unnamed', 'AUTH_FAILED no token', 'AUTH_FAILED wrong token'],
            'INVALID_PARAM_VALUE actor',
          ].map((name) => `${name} on stdio ${era}`),
        ),
        ...['stdio 2025-11-25', 'stdio 2026-07-28', 'http 2025-11-25'].map(
          (cell) => `INVALID_PARAM_VALUE method on ${cell}`,
        ),
      ].sort(),
    );
  });

  it.each([
    ['OPENMEMORY_CONNECTION_FAILED', ['slow', 'stopped']],
    ['OPENMEMORY_API_ERROR', ['busy', 'key', 'too large']],
    ['OPENMEMORY_UNAVAILABLE', ['breaker open', 'no JSON', 'no success']],
    ['LOGBOOK_DB_UNAVAILABLE', ['PostgreSQL', 'full', 'locked']],
    ['LOGBOOK_DB_CHECK_FAILED', ['file', 'folder', 'table']],
    ['POLICY_REJECT', ['closed to deletion', 'space of another', 'unknown space']],
    ['ACTOR_UNKNOWN', ['not registered', 'unnamed']],
  ])('tried every cause of %s in every cell', (reason, variants) => {
    const tried = proof.cells.filter((cell) => cell.reason === reason);
    for (const era of ERAS) {
      for (const transport of TRANSPORTS) {
        const here = tried.filter((cell) => cell.era === era && cell.transport === transport);
        expect(here.map(({ variant }) => variant).sort()).toEqual(variants);
      }
    }
  });

  it('showed every row of §1.2 and the further results in every cell', () => {
    for (const era of ERAS) {
      for (const transport of TRANSPORTS) {
        const here = proof.forms.filter((form) => form.era === era && form.transport === transport);
        expect(here.map(({ name, outcome }) => [name, outcome])).toEqual(
          FORMS.map((name) => [name, 'shown']),
        );
      }
    }
  });
});

describe('errata prove engram-py --json', () => {
  it('is complete, and says what only the JavaScript server can cause', async () => {
    const ended = await provePython();
    const { cells, forms, ...rest } = readProof(ended) as Proof;
    expect([...cells, ...forms].filter(({ outcome }) => outcome === 'missed')).toEqual([]);
    expect(rest).toMatchObject({ system: 'engram-py', declared: 19, provoked: 19 });
    expect(rest).toMatchObject({ forms_shown: FORMS.length, undeclared: [], missing_fields: [] });
    expect(ended.code).toBe(0);
    const instead = cells.filter(({ why }) => /with the JavaScript server instead$/.test(why));
    expect([...new Set(instead.map(nameOf))].sort()).toEqual([
      ...['OPENMEMORY_API_ERROR busy', 'OPENMEMORY_API_ERROR key'],
      ...['OPENMEMORY_CONNECTION_FAILED slow', 'OPENMEMORY_CONNECTION_FAILED stopped'],
      ...['OPENMEMORY_UNAVAILABLE breaker open', 'OPENMEMORY_UNAVAILABLE no JSON'],
      'OPENMEMORY_UNAVAILABLE no success',
    ]);
    const twins = cells.filter(({ variant = '' }) => variant.endsWith(', JavaScript server'));
    expect(twins.map(({ outcome }) => outcome)).toEqual(Array(8).fill('provoked'));
  });
});

describe('a part of the proof', () => {
  it('is complete for one reason', async () => {
    const where = ['--transport', 'stdio', '--era', '2026-07-28'];
    const ended = await prove('--reason', 'TOOL_EXECUTOR_NOT_REGISTERED', ...where);
    const { cells } = readProof(ended) as Proof;
    expect(cells).toMatchObject([{ code: -32603, outcome: 'provoked' }]);
    expect(ended.code).toBe(0);
  });

  it('is complete for one result', async () => {
    const where = ['--transport', 'http', '--era', '2025-11-25'];
    const ended = await prove('--form', 'evidence_upload 成功', ...where);
    const { cells, forms } = readProof(ended) as Proof;
    expect({ cells, outcomes: forms.map(({ outcome }) => outcome) }).toEqual({
      ...{ cells: [], outcomes: ['shown'] },
    });
    expect(ended.code).toBe(0);
  });
});
