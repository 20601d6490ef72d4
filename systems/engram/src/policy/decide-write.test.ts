import { describe, expect, it } from 'vitest';
import type { Actor } from './actor.js';
import { decideWrite, type WriteRequest } from './decide.js';
import { DEFAULT_GOVERNANCE, type Governance } from './governance.js';
import { RULES, type RuleName } from './rules.js';
import { GOOD, HASH, KIM, open } from './testing/writes.js';

const SHARED = ['team:core', 'org:acme', 'org'];
const EVERYWHERE = ['private:kim', ...SHARED];

/** For each rule on shared spaces: a write that breaks it and no other, and the settings it breaks it under. */
const SHARED_BREAKS: [RuleName, Partial<WriteRequest>, Governance, string][] = [
  ['team_write_disabled', {}, DEFAULT_GOVERNANCE, ''],
  ['actor_not_allowed', {}, open({ allowlist_users: ['lee', 'KIM'] }), ''],
  [
    'kind_not_allowed',
    { kind: 'FACT' },
    open(),
    ' (given FACT, allowed PROCEDURE, REVIEW_GUIDE, PITFALL, DECISION)',
  ],
  [
    'kind_not_allowed',
    { kind: undefined },
    open({ allowed_kinds: ['PITFALL'] }),
    ' (allowed PITFALL)',
  ],
  ['evidence_required', { evidence: [] }, open(), ''],
  ['evidence_required', { evidence: undefined }, open({ evidence_mode: 'strict' }), ''],
  ['content_too_long', { content: 'x'.repeat(1201) }, open(), ' (given 1201, allowed 1200)'],
  ['content_too_long', { content: '记忆记' }, open({ max_chars: 2 }), ' (given 3, allowed 2)'],
  [
    'bulk_too_large',
    { content: 'x'.repeat(201), is_bulk: true },
    open(),
    ' (given 201, allowed 200)',
  ],
];

/** For each rule on every space: a write that breaks it, and the settings. */
const BREAKS: [RuleName, Partial<WriteRequest>, Governance, string][] = [
  ['content_empty', { content: '' }, open(), ''],
  ['content_empty', { content: ' \n\t\u3000' }, open(), ''],
  [
    'content_too_large',
    { content: 'x'.repeat(100_001) },
    open(),
    ' (given 100001, allowed 100000)',
  ],
  [
    'content_too_large',
    { content: '忆'.repeat(33_334) },
    open(),
    ' (given 100002, allowed 100000)',
  ],
  ['evidence_hash_missing', { evidence: [{}] }, open({ evidence_mode: 'strict' }), ''],
  [
    'evidence_hash_missing',
    { evidence: [{ sha256: HASH }, { sha256: undefined }] },
    open({ evidence_mode: 'strict' }),
    '',
  ],
];

const across = <T extends readonly unknown[]>(rows: readonly T[], spaces: readonly string[]) =>
  rows.flatMap((row) => spaces.map((space) => [space, ...row] as const));

describe('a rule on shared spaces', () => {
  it.each(across(SHARED_BREAKS, SHARED))(
    'redirects a write to %s: %s',
    (target_space, rule, change, settings, facts) => {
      const request = { ...GOOD, ...change, target_space };
      expect(decideWrite(request, KIM, settings)).toEqual({
        action: 'redirect',
        space: 'private:kim',
        rule,
        message: RULES[rule].en + facts,
      });
    },
  );

  it.each(SHARED_BREAKS)('does not touch a private space: %s', (_rule, change, settings) => {
    const request = { ...GOOD, ...change, target_space: 'private:kim' };
    expect(decideWrite(request, KIM, settings)).toEqual({ action: 'allow', space: 'private:kim' });
  });
});

describe('a rule on every space', () => {
  it.each(across(BREAKS, EVERYWHERE))(
    'rejects a write to %s: %s',
    (target_space, rule, change, settings, facts) => {
      const request = { ...GOOD, ...change, target_space };
      expect(decideWrite(request, KIM, settings)).toEqual({
        action: 'reject',
        rule,
        message: RULES[rule].en + facts,
        retryable: rule === 'evidence_hash_missing',
      });
    },
  );

  it.each(BREAKS)('rejects rather than redirects: %s', (rule, change, settings) => {
    const off = { ...settings, team_write_enabled: false };
    expect(decideWrite({ ...GOOD, ...change }, KIM, off)).toMatchObject({ action: 'reject', rule });
  });

  it.each([
    ['weird:x', 'unknown_space'],
    ['', 'unknown_space'],
    ['private:lee', 'private_of_another'],
    ['private:unknown', 'private_of_another'],
  ])('rejects the space %j: %s', (target_space, rule) => {
    expect(decideWrite({ ...GOOD, target_space }, KIM, open())).toMatchObject({
      action: 'reject',
      rule,
      retryable: false,
    });
  });
});

describe('what passes', () => {
  it.each<[string, Partial<WriteRequest>, Governance]>([
    ['a good write', {}, open()],
    ['an actor on the list', {}, open({ allowlist_users: ['lee', 'kim'] })],
    ['any kind, where none is named', { kind: 'FACT' }, open({ allowed_kinds: [] })],
    ['no kind, where none is named', { kind: undefined }, open({ allowed_kinds: [] })],
    ['no evidence, where none is needed', { evidence: [] }, open({ require_evidence: false })],
    ['evidence without a hash, where it may', { evidence: [{}] }, open()],
    ['evidence with a hash, where it must', {}, open({ evidence_mode: 'strict' })],
    ['content of just the length', { content: 'x'.repeat(1200) }, open()],
    ['characters outside the basic plane as one each', { content: '😀'.repeat(1200) }, open()],
    ['content of just the bytes', { content: 'x'.repeat(100_000) }, open({ max_chars: 100_000 })],
    ['a long one that is no bulk', { content: 'x'.repeat(201), is_bulk: false }, open()],
    ['bulk of just the length', { content: 'x'.repeat(200), is_bulk: true }, open()],
  ])('%s', (_what, change, settings) => {
    for (const target_space of SHARED) {
      expect(decideWrite({ ...GOOD, ...change, target_space }, KIM, settings)).toEqual({
        action: 'allow',
        space: target_space,
      });
    }
  });

  it('goes to the actor’s own space by default', () => {
    expect(decideWrite({ content: 'x' }, KIM, DEFAULT_GOVERNANCE)).toEqual({
      action: 'allow',
      space: 'private:kim',
    });
  });
});

describe('a guest', () => {
  const guest: Actor = { id: 'kim', standing: 'guest' };

  it.each([undefined, 'private:kim', 'team:core', 'org'])('has the shared space only: %s', (to) => {
    expect(decideWrite({ ...GOOD, target_space: to }, guest, open())).toEqual({
      action: 'redirect',
      space: 'private:unknown',
      rule: 'actor_unknown_degraded',
      message: RULES.actor_unknown_degraded.en,
    });
  });

  it('may name it', () => {
    expect(
      decideWrite({ ...GOOD, target_space: 'private:unknown' }, guest, DEFAULT_GOVERNANCE),
    ).toEqual({ action: 'allow', space: 'private:unknown' });
  });

  it.each([
    ['private:lee', 'x', 'private_of_another'],
    ['weird:x', 'x', 'unknown_space'],
    [undefined, '', 'content_empty'],
  ])('is rejected as others are: %s', (target_space, content, rule) => {
    expect(decideWrite({ target_space, content }, guest, open())).toMatchObject({
      action: 'reject',
      rule,
    });
  });
});

describe('messages', () => {
  it.each<[RuleName, Partial<WriteRequest>, Governance, string]>([
    ['team_write_disabled', {}, DEFAULT_GOVERNANCE, ''],
    ['content_too_long', { content: 'x'.repeat(1201) }, open(), '（实为 1201，允许 1200）'],
    ['content_empty', { content: '' }, open(), ''],
    ['unknown_space', { target_space: 'weird:x' }, open(), ''],
  ])('are in Chinese where asked for: %s', (rule, change, settings, facts) => {
    expect(decideWrite({ ...GOOD, ...change }, KIM, settings, 'zh')).toMatchObject({
      rule,
      message: RULES[rule].zh + facts,
    });
  });
});
