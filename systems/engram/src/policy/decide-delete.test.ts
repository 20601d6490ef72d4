import { describe, expect, it } from 'vitest';
import type { Actor } from './actor.js';
import { decideDelete } from './decide.js';
import { DEFAULT_GOVERNANCE, DEFAULT_POLICY, type Governance } from './governance.js';

const ANN: Actor = { id: 'ann', standing: 'member' };
const EVE: Actor = { id: 'eve', standing: 'guest' };
const OPEN: Governance = { team_write_enabled: true, policy: DEFAULT_POLICY };
const FOR_BOB: Governance = {
  ...OPEN,
  policy: { ...DEFAULT_POLICY, allowlist_users: ['bob'] },
};

describe('who may delete from a space', () => {
  it.each<[string, string, Actor, Governance]>([
    [
      'the owner of a private one, while shared ones are closed',
      'private:ann',
      ANN,
      DEFAULT_GOVERNANCE,
    ],
    [
      'the owner of a private space, even if the list names only others',
      'private:ann',
      ANN,
      FOR_BOB,
    ],
    ['guests, from what they share', 'private:unknown', EVE, DEFAULT_GOVERNANCE],
    ['a member, from an open shared one', 'team:core', ANN, OPEN],
    ['a member, from the open one of the organisation', 'org', ANN, OPEN],
  ])('%s', (_who, space, actor, governance) => {
    expect(decideDelete(space, actor, governance)).toEqual({ action: 'allow', space });
  });

  it.each<[string, string, Actor, Governance, string, boolean]>([
    ['a member, from a closed one', 'team:core', ANN, DEFAULT_GOVERNANCE, 'delete_disabled', true],
    ['a member who is not on the list', 'org', ANN, FOR_BOB, 'delete_not_allowed', true],
    ['a guest, from a shared one', 'team:core', EVE, OPEN, 'actor_unknown', false],
    ['a member, from what is another’s', 'private:bob', ANN, OPEN, 'private_of_another', false],
    ['a member, from no space at all', 'weird:x', ANN, OPEN, 'unknown_space', false],
  ])('not %s', (_who, space, actor, governance, rule, retryable) => {
    expect(decideDelete(space, actor, governance)).toMatchObject({
      ...{ action: 'reject', rule, retryable },
    });
  });
});
