import { describe, expect, it } from 'vitest';
import { isGuest, privateSpaceOf, UNKNOWN_ACTOR_POLICIES } from './actor.js';
import { decideActor } from './decide.js';

describe('decideActor', () => {
  it.each(UNKNOWN_ACTOR_POLICIES)('lets a known actor go on under the policy %s', (policy) => {
    expect(decideActor(true, policy)).toEqual({ action: 'allow', standing: 'member' });
  });

  it('decides on an unknown one by the policy', () => {
    expect(decideActor(false, 'reject')).toEqual({
      action: 'reject',
      rule: 'actor_unknown',
      message: 'The actor is not registered',
      retryable: false,
    });
    expect(decideActor(false, 'degrade')).toEqual({ action: 'allow', standing: 'guest' });
    expect(decideActor(false, 'auto_create')).toEqual({ action: 'create', standing: 'member' });
  });

  it('degrades by default', () => {
    expect(decideActor(false)).toEqual(decideActor(false, 'degrade'));
  });

  it('refuses in Chinese where asked to', () => {
    expect(decideActor(false, 'reject', 'zh')).toMatchObject({ message: '用户未登记' });
  });
});

describe('who has a private space', () => {
  it.each([
    ['a member', { id: 'kim', standing: 'member' }, 'private:kim'],
    ['a guest', { id: 'kim', standing: 'guest' }, 'private:unknown'],
    ['a member named like the guests', { id: 'unknown', standing: 'member' }, 'private:unknown'],
    ['nobody', { id: '', standing: 'member' }, 'private:unknown'],
    ['a name that is none', { id: 'kim\nlee', standing: 'member' }, 'private:unknown'],
    ['a name with a space in it', { id: 'team:core', standing: 'member' }, 'private:unknown'],
  ] as const)('%s', (_who, actor, space) => {
    expect(privateSpaceOf(actor)).toBe(space);
    expect(isGuest(actor)).toBe(space === 'private:unknown');
  });
});
