import { describe, expect, it } from 'vitest';
import { DEFAULT_GOVERNANCE } from './governance.js';
import { describeRule, isRetryable, RULES, type PolicyRule, type RuleName } from './rules.js';

const NAMES = Object.keys(RULES) as RuleName[];

describe('the rules', () => {
  it('are these, and do this', () => {
    expect(NAMES.map((name) => [name, RULES[name].action, isRetryable(name)])).toEqual([
      ['unknown_space', 'reject', false],
      ['private_of_another', 'reject', false],
      ['not_a_member', 'reject', false],
      ['content_empty', 'reject', false],
      ['content_too_large', 'reject', false],
      ['evidence_hash_missing', 'reject', true],
      ['evidence_unknown', 'reject', true],
      ['actor_unknown', 'reject', false],
      ['actor_unknown_degraded', 'redirect', false],
      ['team_write_disabled', 'redirect', true],
      ['actor_not_allowed', 'redirect', true],
      ['kind_not_allowed', 'redirect', true],
      ['evidence_required', 'redirect', true],
      ['content_too_long', 'redirect', true],
      ['bulk_too_large', 'redirect', true],
      ['delete_disabled', 'reject', true],
      ['delete_not_allowed', 'reject', true],
      ['admin_key_rejected', 'reject', false],
      ['governance_denied', 'deny', false],
    ]);
  });

  it.each(NAMES)('%s has a sentence in both languages', (name) => {
    const { en, zh } = RULES[name];
    expect(en).toMatch(/^[A-Z][\x20-\x7e]{10,}[^.]$/);
    expect(zh).toMatch(/^[\p{Script=Han}].*[^。]$/u);
    expect(describeRule(name, 'en')).toBe(en);
    expect(describeRule(name, 'zh')).toBe(zh);
  });

  it('have no sentence twice', () => {
    const sentences = NAMES.flatMap((name) => [RULES[name].en, RULES[name].zh]);
    expect(new Set(sentences).size).toBe(NAMES.length * 2);
  });

  it.each(NAMES)('%s may pass later exactly where governance has a setting for it', (name) => {
    const { setting }: PolicyRule = RULES[name];
    const { policy, ...switches } = DEFAULT_GOVERNANCE;
    const settings = Object.keys({ ...switches, ...policy });
    expect(isRetryable(name)).toBe(setting !== undefined);
    if (setting !== undefined) expect(settings).toContain(setting);
  });

  it('between them cover every setting', () => {
    const { policy, ...switches } = DEFAULT_GOVERNANCE;
    const covered = NAMES.flatMap((name) => (RULES[name] as PolicyRule).setting ?? []);
    expect([...new Set(covered)].sort()).toEqual(Object.keys({ ...switches, ...policy }).sort());
  });
});

describe('describeRule', () => {
  it.each([
    ['en', { given: 1500, allowed: 1200 }, ' (given 1500, allowed 1200)'],
    ['zh', { given: 1500, allowed: 1200 }, '（实为 1500，允许 1200）'],
    ['en', { allowed: 'DECISION, PITFALL' }, ' (allowed DECISION, PITFALL)'],
    ['zh', { allowed: 'DECISION, PITFALL' }, '（允许 DECISION, PITFALL）'],
  ] as const)('adds the facts of the case (%s, %j)', (lang, facts, text) => {
    expect(describeRule('content_too_long', lang, facts)).toBe(RULES.content_too_long[lang] + text);
  });
});
