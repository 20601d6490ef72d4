import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor } from './actor.js';
import { decideWrite, type WriteRequest } from './decide.js';
import { KINDS, type Governance } from './governance.js';
import { RULES, type RuleName } from './rules.js';
import { GOOD, HASH, KIM, open } from './testing/writes.js';

const names = fc.oneof(
  fc.constantFrom('kim', 'lee', 'unknown', '', 'a b', 'kim:lee'),
  fc.string({ unit: 'binary' }),
);

const spaces = fc.oneof(
  fc.constantFrom('org', 'org:acme', 'team:core', 'private:kim', 'private:lee', 'weird:x', ''),
  names.map((name) => `private:${name}`),
  names.map((name) => `team:${name}`),
  fc.string({ unit: 'binary' }),
);

const requests: fc.Arbitrary<WriteRequest> = fc.record({
  content: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('x'.repeat(300), 'x'.repeat(1300), 'x'.repeat(100_001)),
  ),
  target_space: fc.option(spaces, { nil: undefined }),
  kind: fc.option(fc.constantFrom(...KINDS), { nil: undefined }),
  evidence: fc.option(fc.array(fc.constantFrom({}, { sha256: HASH }), { maxLength: 2 }), {
    nil: undefined,
  }),
  is_bulk: fc.option(fc.boolean(), { nil: undefined }),
});

const actors: fc.Arbitrary<Actor> = fc.record({
  id: names,
  standing: fc.constantFrom('member', 'guest'),
});

const settings: fc.Arbitrary<Governance> = fc.record({
  team_write_enabled: fc.boolean(),
  policy: fc.record({
    allowlist_users: fc.subarray(['kim', 'lee']),
    allowed_kinds: fc.subarray([...KINDS]),
    require_evidence: fc.boolean(),
    evidence_mode: fc.constantFrom('compat', 'strict'),
    max_chars: fc.integer({ min: 1, max: 2000 }),
    bulk_max_chars: fc.integer({ min: 1, max: 400 }),
  }),
});

const cases = fc.tuple(requests, actors, settings);

/** The name of a private space. */
const ownerOf = (space: string) => /^private:(.*)$/s.exec(space)?.[1];

describe('whatever is asked, by whomever, under any policy', () => {
  it('there is a decision, with a rule that does just that', () => {
    fc.assert(
      fc.property(cases, ([request, actor, governance]) => {
        const decision = decideWrite(request, actor, governance);
        if (decision.action === 'allow') return;
        const rule = RULES[decision.rule];
        expect(rule.action).toBe(decision.action);
        expect(decision.message.startsWith(rule.en)).toBe(true);
      }),
    );
  });

  it('nothing goes into the private space of another', () => {
    fc.assert(
      fc.property(cases, ([request, actor, governance]) => {
        const decision = decideWrite(request, actor, governance);
        if (decision.action === 'reject') return;
        const owner = ownerOf(decision.space);
        if (decision.action === 'redirect') expect(owner).toBeDefined();
        if (owner !== undefined) expect([actor.id, 'unknown']).toContain(owner);
        if (actor.standing === 'guest') expect(decision.space).toBe('private:unknown');
      }),
    );
  });

  it('what is allowed goes where it was asked to go, or home', () => {
    fc.assert(
      fc.property(cases, ([request, actor, governance]) => {
        const decision = decideWrite(request, actor, governance);
        if (decision.action !== 'allow') return;
        expect(decision.space).toBe(request.target_space ?? `private:${actor.id}`);
      }),
    );
  });

  it('nothing goes into a shared space while the switch is off', () => {
    fc.assert(
      fc.property(cases, ([request, actor, { policy }]) => {
        const decision = decideWrite(request, actor, { team_write_enabled: false, policy });
        if (decision.action !== 'reject') expect(ownerOf(decision.space)).toBeDefined();
      }),
    );
  });

  it('what was redirected would be allowed where it is sent', () => {
    fc.assert(
      fc.property(cases, ([request, actor, governance]) => {
        const decision = decideWrite(request, actor, governance);
        if (decision.action !== 'redirect') return;
        const { space } = decision;
        expect(decideWrite({ ...request, target_space: space }, actor, governance)).toEqual({
          action: 'allow',
          space,
        });
      }),
    );
  });
});

describe('the order of the rules', () => {
  /** What breaks each rule, in the order in which the rules are looked at; all of it can be broken at once but the content. */
  const ORDER: [RuleName, Partial<WriteRequest>, Partial<Governance['policy']>][] = [
    ['unknown_space', { target_space: 'weird:x' }, {}],
    ['evidence_hash_missing', { evidence: [{}] }, { evidence_mode: 'strict' }],
    ['team_write_disabled', {}, {}],
    ['actor_not_allowed', {}, { allowlist_users: ['lee'] }],
    ['kind_not_allowed', { kind: 'FACT' }, {}],
    ['content_too_long', { content: 'x'.repeat(1300) }, {}],
    ['bulk_too_large', { content: 'x'.repeat(300), is_bulk: true }, {}],
  ];

  it('is theirs: the first of those that are broken is named', () => {
    fc.assert(
      fc.property(fc.subarray(ORDER, { minLength: 1 }), (broken) => {
        // Later changes of the content would undo earlier ones: the first one named wins.
        const request = broken.reduceRight((all, [, change]) => ({ ...all, ...change }), GOOD);
        const policy = broken.reduce((all, [, , change]) => ({ ...all, ...change }), {});
        const team_write_enabled = !broken.some(([rule]) => rule === 'team_write_disabled');
        const decision = decideWrite(request, KIM, { ...open(policy), team_write_enabled });
        expect(decision).toMatchObject({ rule: broken[0]![0] });
      }),
    );
  });

  it.each<[RuleName, Partial<WriteRequest>]>([
    ['private_of_another', { target_space: 'private:lee', content: '', evidence: [{}] }],
    ['content_empty', { content: '', evidence: [{}] }],
    ['content_too_large', { content: 'x'.repeat(100_001), evidence: [{}] }],
  ])('has %s before the rules on evidence', (rule, change) => {
    const decision = decideWrite({ ...GOOD, ...change }, KIM, open({ evidence_mode: 'strict' }));
    expect(decision).toMatchObject({ rule });
  });

  it('has evidence_required between kind and length', () => {
    const long = { ...GOOD, content: 'x'.repeat(1300), evidence: [] };
    expect(decideWrite(long, KIM, open())).toMatchObject({ rule: 'evidence_required' });
    const fact = { ...long, kind: 'FACT' } as const;
    expect(decideWrite(fact, KIM, open())).toMatchObject({ rule: 'kind_not_allowed' });
  });
});
