import { describe, expect, it } from 'vitest';
import { decideRead } from './decide.js';
import { RULES } from './rules.js';
import { KIM } from './testing/writes.js';

const GUEST = { id: 'kim', standing: 'guest' } as const;

describe('decideRead', () => {
  it.each([
    ['private:kim', KIM],
    ['team:core', KIM],
    ['org:acme', KIM],
    ['org', KIM],
    ['team:core', GUEST],
    ['org', GUEST],
    ['private:unknown', GUEST],
  ] as const)('shows %s to %j', (space, actor) => {
    expect(decideRead(space, actor)).toEqual({ action: 'allow', space });
  });

  it.each([
    ['private:lee', KIM, 'private_of_another'],
    ['private:unknown', KIM, 'private_of_another'],
    ['private:KIM', KIM, 'private_of_another'],
    ['private:kim', GUEST, 'private_of_another'],
    ['private:lee', GUEST, 'private_of_another'],
    ['weird:x', KIM, 'unknown_space'],
    ['', KIM, 'unknown_space'],
    ['private:', { id: '', standing: 'member' }, 'unknown_space'],
  ] as const)('does not show %s to %j: %s', (space, actor, rule) => {
    for (const lang of ['en', 'zh'] as const) {
      expect(decideRead(space, actor, lang)).toEqual({
        action: 'reject',
        rule,
        message: RULES[rule][lang],
        retryable: false,
      });
    }
  });
});
