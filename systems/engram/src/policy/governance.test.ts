import { isFault, type Fault } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_GOVERNANCE, mergePolicy, parsePolicy, policySettings } from './governance.js';

const DEFAULTS = {
  allowlist_users: [],
  allowed_kinds: ['PROCEDURE', 'REVIEW_GUIDE', 'PITFALL', 'DECISION'],
  require_evidence: true,
  evidence_mode: 'compat',
  max_chars: 1200,
  bulk_max_chars: 200,
};

function thrownBy(json: string): Fault {
  try {
    parsePolicy(json);
  } catch (thrown) {
    if (isFault(thrown)) return thrown;
    throw thrown;
  }
  throw new Error('it was taken');
}

describe('the defaults', () => {
  it('are closed: shared spaces are not written to', () => {
    expect(DEFAULT_GOVERNANCE).toEqual({ team_write_enabled: false, policy: DEFAULTS });
  });
});

describe('parsePolicy', () => {
  it('reads a whole policy', () => {
    const policy = {
      allowlist_users: ['kim', '小明'],
      allowed_kinds: ['FACT'],
      require_evidence: false,
      evidence_mode: 'strict',
      max_chars: 100_000,
      bulk_max_chars: 1,
    };
    expect(parsePolicy(JSON.stringify(policy))).toEqual(policy);
  });

  it.each([
    ['{}', DEFAULTS],
    ['{"max_chars": 5}', { ...DEFAULTS, max_chars: 5 }],
    ['{"allowed_kinds": []}', { ...DEFAULTS, allowed_kinds: [] }],
  ])('fills in what a row does not have: %s', (json, policy) => {
    expect(parsePolicy(json)).toEqual(policy);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '5',
    '"strict"',
    '{"max_chars": 0}',
    '{"max_chars": 1.5}',
    '{"max_chars": 100001}',
    '{"max_chars": null}',
    '{"bulk_max_chars": "200"}',
    '{"evidence_mode": "loose"}',
    '{"require_evidence": "yes"}',
    '{"allowed_kinds": ["RUMOUR"]}',
    '{"allowed_kinds": "FACT"}',
    '{"allowlist_users": [""]}',
    '{"allowlist_users": ["a b"]}',
    '{"max_char": 5}',
    '{"team_write_enabled": true}',
    '{"__proto__": {"max_chars": 5}}',
  ])('throws INTERNAL_ERROR for %j: nothing was done, and the cause is kept', (json) => {
    const fault = thrownBy(json);
    expect(fault).toMatchObject({ reason: 'INTERNAL_ERROR', retryable: false, effect: 'none' });
    expect(fault.cause).toBeInstanceOf(Error);
    expect(fault.details).toBe('Internal error');
  });
});

describe('mergePolicy', () => {
  it('changes what is given, and leaves the rest', () => {
    const policy = parsePolicy('{"max_chars": 5, "require_evidence": false}');
    expect(mergePolicy(policy, { max_chars: 6, bulk_max_chars: undefined })).toEqual({
      ...policy,
      max_chars: 6,
    });
    expect(policy.max_chars).toBe(5);
  });
});

describe('policySettings', () => {
  it('can be published', () => {
    const schema = z.toJSONSchema(policySettings, { io: 'input' });
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(Object.keys(schema.properties!)).toEqual(Object.keys(DEFAULTS));
  });
});
