import { describe, expect, it } from 'vitest';
import { decideGovernance } from './decide.js';
import { KIM } from './testing/writes.js';

const UPDATE = {
  team_write_enabled: true,
  policy: { max_chars: 5, evidence_mode: 'strict' },
} as const;
const GUEST = { id: 'kim', standing: 'guest' } as const;

const REJECTED = {
  action: 'reject',
  rule: 'admin_key_rejected',
  message: 'The admin key is not valid',
  retryable: false,
};

const DENIED = {
  action: 'deny',
  rule: 'governance_denied',
  message: 'The actor may not change governance settings',
  setting: 'team_write_enabled, policy.max_chars, policy.evidence_mode',
};

describe('decideGovernance', () => {
  it.each([
    ['the right key', KIM, true, [], { action: 'allow' }],
    ['the right key, and a list without the actor', KIM, true, ['lee'], { action: 'allow' }],
    ['the right key from a guest', GUEST, true, [], { action: 'allow' }],
    ['a wrong key', KIM, false, [], REJECTED],
    ['a wrong key from somebody on the list', KIM, false, ['kim'], REJECTED],
    ['no key from somebody on the list', KIM, undefined, ['lee', 'kim'], { action: 'allow' }],
    ['no key and no list', KIM, undefined, [], DENIED],
    ['no key from somebody not on the list', KIM, undefined, ['lee'], DENIED],
    ['no key from a guest who uses a name of the list', GUEST, undefined, ['kim'], DENIED],
    ['no key and no name', { id: '', standing: 'member' }, undefined, [''], DENIED],
  ] as const)('%s', (_what, actor, adminKeyOk, allowList, decision) => {
    expect(decideGovernance(UPDATE, actor, { adminKeyOk, allowList })).toEqual(decision);
  });

  it('takes a key that was not mentioned as none', () => {
    expect(decideGovernance({}, KIM, { allowList: [] })).toEqual({ ...DENIED, setting: '' });
  });

  it('refuses in Chinese where asked to', () => {
    expect(decideGovernance(UPDATE, KIM, { adminKeyOk: false, allowList: [] }, 'zh')).toMatchObject(
      { message: '管理员密钥无效' },
    );
    expect(decideGovernance(UPDATE, KIM, { allowList: [] }, 'zh')).toMatchObject({
      message: '用户无权修改治理设置',
    });
  });
});
