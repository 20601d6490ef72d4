import { engramContract, toJsonRpcError } from '@errata/catalogs/engram';
import { isFault, type Fault } from '@errata/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TOOL_ARGUMENTS, type ToolName } from './arguments.js';
import { readArguments } from './read-arguments.js';

const HASH = 'ab'.repeat(32);
const read = (tool: ToolName, given: unknown) => readArguments(TOOL_ARGUMENTS[tool], given, tool);

function refusal(tool: ToolName, given: unknown): Fault {
  try {
    read(tool, given);
  } catch (thrown) {
    if (isFault(thrown)) return thrown;
    throw thrown;
  }
  throw new Error('they were taken');
}

describe('the tools', () => {
  it('are these fifteen', () => {
    expect(Object.keys(TOOL_ARGUMENTS)).toEqual([
      'memory_store',
      'memory_query',
      'memory_get',
      'memory_delete',
      'memory_update',
      'memory_list',
      'memory_reinforce',
      'reliability_report',
      'governance_update',
      'outbox_requeue',
      'user_list',
      'user_update',
      'team_update',
      'evidence_upload',
      'evidence_read',
    ]);
  });

  it.each(Object.keys(TOOL_ARGUMENTS) as ToolName[])('publish what %s takes', (tool) => {
    const schema = z.toJSONSchema(TOOL_ARGUMENTS[tool], { io: 'input' });
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  });
});

describe('what is taken', () => {
  it.each<[ToolName, unknown, unknown]>([
    ['memory_store', { content: 'x' }, { content: 'x', is_bulk: false }],
    ['memory_store', { content: '' }, { content: '', is_bulk: false }],
    ['memory_query', { query: ' x ' }, { query: 'x', top_k: 10 }],
    ['memory_get', { memory_id: 'mem-1' }, { memory_id: 'mem-1' }],
    ['memory_delete', { memory_id: 'a:b.c_d' }, { memory_id: 'a:b.c_d' }],
    ['reliability_report', undefined, { hours: 24 }],
    ['reliability_report', null, { hours: 24 }],
    ['reliability_report', { hours: 720 }, { hours: 720 }],
    ['governance_update', { team_write_enabled: false }, { team_write_enabled: false }],
    ['governance_update', { policy: { max_chars: 5 } }, { policy: { max_chars: 5 } }],
    ['evidence_upload', { content: '', mime: 'text/plain' }, { content: '', mime: 'text/plain' }],
    [
      'evidence_upload',
      { content_base64: 'AAE=', mime: 'image/png', sha256: HASH.toUpperCase(), actor: 'ann' },
      { content_base64: 'AAE=', mime: 'image/png', sha256: HASH, actor: 'ann' },
    ],
    ['evidence_read', { sha256: HASH }, { sha256: HASH }],
  ])('%s %j', (tool, given, taken) => {
    expect(read(tool, given)).toEqual(taken);
  });

  it('is everything that memory_store has', () => {
    const given = {
      content: '内容',
      target_space: 'team:core',
      kind: 'PITFALL',
      evidence: [{ sha256: HASH, uri: 'https://example.org/1', note: 'seen' }, { note: 'heard' }],
      actor: '小明',
      is_bulk: true,
      metadata: { a: { b: [1, null] } },
    };
    expect(read('memory_store', given)).toEqual(given);
  });

  it.each([
    ['evidence of nothing', { content: 'x', evidence: [{}] }, 'evidence.0'],
    ['evidence of spaces', { content: 'x', evidence: [{ uri: ' ', note: '' }] }, 'evidence.0'],
    ['evidence among the metadata', { content: 'x', metadata: { evidence: [] } }, 'metadata'],
    ['a name that is not known', { contnt: 'x' }, 'contnt'],
  ])('is not %s', (_what, given, param) => {
    expect(refusal('memory_store', given)).toMatchObject({
      ...{ reason: 'INVALID_PARAM_VALUE', context: { param } },
    });
  });

  it('is evidence of the whole size', () => {
    const bytes = Buffer.alloc(1024 * 1024).toString('base64');
    const given = { content_base64: bytes, mime: 'image/png' };
    expect(read('evidence_upload', given)).toEqual(given);
  });
});

describe('what is missing', () => {
  it.each<[ToolName, unknown, string]>([
    ['memory_store', {}, 'content'],
    ['memory_query', {}, 'query'],
    ['memory_query', undefined, 'query'],
    ['memory_get', {}, 'memory_id'],
    ['memory_delete', {}, 'memory_id'],
    ['evidence_upload', {}, 'mime'],
    ['evidence_upload', { mime: 'text/plain' }, 'content'],
    ['evidence_read', {}, 'sha256'],
  ])('%s %j', (tool, given, param) => {
    expect(refusal(tool, given)).toMatchObject({
      reason: 'MISSING_REQUIRED_PARAM',
      context: { param, tool },
    });
  });
});

describe('what has another type', () => {
  it.each<[ToolName, unknown, string, string, string]>([
    ['memory_query', { query: 'x', top_k: 'ten' }, 'top_k', 'number', 'string'],
    ['memory_query', { query: 'x', top_k: 1.5 }, 'top_k', 'integer', 'number'],
    ['memory_query', { query: 'x', top_k: null }, 'top_k', 'number', 'null'],
    ['memory_query', { query: ['x'] }, 'query', 'string', 'array'],
    ['memory_query', { query: 'x', spaces: 'org' }, 'spaces', 'array', 'string'],
    ['memory_query', { query: 'x', spaces: ['org', 5] }, 'spaces.1', 'string', 'number'],
    ['memory_store', { content: { secret: 1 } }, 'content', 'string', 'object'],
    ['memory_store', { content: 'x', kind: 5 }, 'kind', 'string', 'number'],
    ['memory_store', { content: 'x', is_bulk: 'yes' }, 'is_bulk', 'boolean', 'string'],
    ['memory_store', { content: 'x', metadata: [] }, 'metadata', 'object', 'array'],
    ['memory_store', { content: 'x', evidence: ['x'] }, 'evidence.0', 'object', 'string'],
    [
      'memory_store',
      { content: 'x', evidence: [{ note: 'x' }, { sha256: 1 }] },
      'evidence.1.sha256',
      'string',
      'number',
    ],
    ['governance_update', { policy: 'open' }, 'policy', 'object', 'string'],
    ['governance_update', { policy: { max_chars: '5' } }, 'policy.max_chars', 'number', 'string'],
    ['governance_update', { team_write_enabled: 1 }, 'team_write_enabled', 'boolean', 'number'],
    ['evidence_upload', { content: 5, mime: 'text/plain' }, 'content', 'string', 'number'],
    ['reliability_report', [], 'arguments', 'object', 'array'],
    ['reliability_report', 'x', 'arguments', 'object', 'string'],
    ['reliability_report', 5, 'arguments', 'object', 'number'],
  ])('%s %j', (tool, given, param, expected, received) => {
    expect(refusal(tool, given)).toMatchObject({
      reason: 'INVALID_PARAM_TYPE',
      context: { param, expected, received, tool },
    });
  });
});

describe('what has a value that is not allowed', () => {
  const KINDS = 'FACT | PROCEDURE | PITFALL | DECISION | REVIEW_GUIDE';
  const store = (change: object) => ({ content: 'x', ...change });

  it.each<[ToolName, unknown, string | undefined, unknown]>([
    ['memory_query', { query: 'x', top_k: -1 }, 'top_k', '>= 1'],
    ['memory_query', { query: 'x', top_k: 101 }, 'top_k', '<= 100'],
    ['memory_query', { query: 'x', top_k: 1e30 }, 'top_k', '<= 100'],
    ['memory_query', { query: ' ' }, 'query', 'length >= 1'],
    ['memory_query', { query: 'x\0' }, 'query', expect.any(String)],
    ['memory_query', { query: 'x', spaces: [] }, 'spaces', 'length >= 1'],
    ['reliability_report', { hours: 0 }, 'hours', '>= 1'],
    ['reliability_report', { hours: 721 }, 'hours', '<= 720'],
    ['memory_store', store({ kind: 'RUMOUR' }), 'kind', KINDS],
    ['memory_store', store({ content: 'a\0b' }), 'content', expect.any(String)],
    ['memory_store', store({ actor: 'a b' }), 'actor', expect.any(String)],
    ['memory_store', store({ actor: '' }), 'actor', expect.any(String)],
    ['memory_store', store({ target_space: 'x'.repeat(201) }), 'target_space', 'length <= 200'],
    ['memory_store', store({ evidence: Array(51).fill({}) }), 'evidence', 'length <= 50'],
    [
      'memory_store',
      store({ evidence: [{ sha256: 'ab' }] }),
      'evidence.0.sha256',
      '/^[0-9A-Fa-f]{64}$/',
    ],
    ['memory_store', store({ metadata: { a: 'x'.repeat(16_384) } }), 'metadata', '<= 16384 bytes'],
    ['memory_get', { memory_id: '../health' }, 'memory_id', expect.any(String)],
    ['memory_get', { memory_id: '..' }, 'memory_id', expect.any(String)],
    ['memory_get', { memory_id: '' }, 'memory_id', expect.any(String)],
    ['memory_delete', { memory_id: 'a?b' }, 'memory_id', expect.any(String)],
    ['evidence_read', { sha256: '../../etc/passwd' }, 'sha256', '/^[0-9A-Fa-f]{64}$/'],
    [
      'evidence_upload',
      { content: 'x', mime: 'text/css' },
      'mime',
      expect.stringMatching(/^text\/plain \| /),
    ],
    [
      'evidence_upload',
      { content: 'x', content_base64: 'AAE=', mime: 'text/plain' },
      'content_base64',
      'content | content_base64',
    ],
    ['evidence_upload', { content_base64: '*', mime: 'text/plain' }, 'content_base64', 'base64'],
    [
      'evidence_upload',
      { content: 'x'.repeat(1024 * 1024 + 1), mime: 'text/plain' },
      'content',
      'length <= 1048576',
    ],
    ['governance_update', {}, undefined, 'team_write_enabled | policy'],
    ['governance_update', { policy: {} }, undefined, 'team_write_enabled | policy'],
    ['governance_update', { admin_key: '' }, 'admin_key', 'length >= 1'],
    [
      'governance_update',
      { policy: { evidence_mode: 'loose' } },
      'policy.evidence_mode',
      'compat | strict',
    ],
  ])('%s %j', (tool, given, param, expected) => {
    expect(refusal(tool, given)).toMatchObject({
      reason: 'INVALID_PARAM_VALUE',
      context: { param, expected, tool },
    });
  });
});

describe('what the tool does not know', () => {
  it('is named, with what there is', () => {
    expect(refusal('memory_query', { query: 'x', topk: 5 })).toMatchObject({
      reason: 'INVALID_PARAM_VALUE',
      context: { param: 'topk', expected: 'query | spaces | top_k | actor', tool: 'memory_query' },
    });
  });

  it.each<[ToolName, object, string]>([
    ['memory_store', { content: 'x', evidence: [{ hash: 'x' }] }, 'evidence.0.hash'],
    ['governance_update', { policy: { max_char: 5 } }, 'policy.max_char'],
    ['governance_update', { policy: { team_write_enabled: true } }, 'policy.team_write_enabled'],
  ])('is named inside a member: %s %j', (tool, given, param) => {
    const { reason, context } = refusal(tool, given);
    expect([reason, context]).toEqual(['INVALID_PARAM_VALUE', { param, tool }]);
  });

  it('is named on one short line, whatever it is called', () => {
    const name = `a\n\u202eb${'c'.repeat(500)}`;
    const { param } = refusal('memory_get', { memory_id: 'x', [name]: 1 }).context as {
      param: string;
    };
    expect(param).toMatch(/^a bc+…$/);
    expect(param.length).toBeLessThanOrEqual(100);
  });
});

describe('a refusal on the wire', () => {
  it('has its facts as details', () => {
    expect(toJsonRpcError(refusal('memory_query', { query: 'x', top_k: 'ten' }))).toMatchObject({
      code: -32602,
      message: 'Wrong parameter type: top_k (expected number, received string)',
      data: {
        category: 'validation',
        reason: 'INVALID_PARAM_TYPE',
        retryable: false,
        details: { param: 'top_k', expected: 'number', received: 'string', tool: 'memory_query' },
      },
    });
  });

  it.each<[ToolName, object]>([
    ['memory_store', { content: ['hunter2'] }],
    ['memory_store', { content: 'hunter2\0' }],
    ['memory_store', { content: 'hunter2', actor: 'hunter2 hunter2' }],
    ['governance_update', { admin_key: 'hunter2' }],
    ['governance_update', { admin_key: 'hunter2'.repeat(200) }],
    ['governance_update', { admin_key: { hunter2: true } }],
    ['evidence_upload', { content_base64: '*hunter2*', mime: 'text/plain' }],
    ['evidence_upload', { content: 'hunter2', content_base64: 'AAE=', mime: 'text/plain' }],
  ])('repeats nothing of what was given: %s %j', (tool, given) => {
    const fault = refusal(tool, given);
    expect(JSON.stringify([toJsonRpcError(fault), fault.context])).not.toContain('hunter2');
  });
});

describe('any arguments at all', () => {
  it('are taken, or refused with a declared reason', () => {
    const tools = fc.constantFrom(...(Object.keys(TOOL_ARGUMENTS) as ToolName[]));
    const names = fc.constantFrom('content', 'query', 'policy', 'evidence', 'mime', '__proto__');
    const given = fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue()));
    fc.assert(
      fc.property(tools, given, (tool, value) => {
        try {
          read(tool, value);
        } catch (thrown) {
          if (!isFault(thrown)) throw thrown;
          expect(thrown.effect).toBe('none');
          expect(engramContract.data(thrown, { era: '2025-11-25' })).toMatchObject({
            category: 'validation',
            retryable: false,
          });
        }
      }),
    );
  });
});
