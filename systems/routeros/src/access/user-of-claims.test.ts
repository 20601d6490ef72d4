import { isFault } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { userOfClaims } from './create-authorizer.js';

const NAMES = { rolesClaim: 'roles', devicesClaim: 'devices' };
const userOf = (claims: Record<string, unknown>) => userOfClaims({ sub: 'ada', ...claims }, NAMES);

describe('the role of a token', () => {
  it.each([
    [{ roles: 'read_only' }, 'read_only'],
    [{ roles: ['ops_rw'] }, 'ops_rw'],
    [{ roles: ['read_only', 'admin', 'ops_rw'] }, 'admin'],
    [{ roles: ['read_only', 'approver'] }, 'approver'],
    [{ roles: ['approver', 'ops_rw'] }, 'ops_rw'],
    [{ roles: ['employee', 'read_only', 7, null] }, 'read_only'],
    [{ scope: 'routeros:admin' }, 'admin'],
    [{ scope: 'openid routeros:read_only routeros:ops_rw' }, 'ops_rw'],
    [{ roles: ['admin'], scope: 'openid profile' }, 'admin'],
  ])('%j is %s', (claims, role) => {
    expect(userOf(claims).role).toBe(role);
  });

  it.each([
    [{ roles: ['admin'], scope: 'routeros:read_only' }, 'read_only'],
    [{ roles: ['read_only'], scope: 'routeros:admin' }, 'read_only'],
    [{ roles: ['ops_rw'], scope: 'routeros:ops_rw' }, 'ops_rw'],
    [{ roles: ['admin'], scope: 'routeros:approver' }, 'approver'],
  ])('%j is no more than both allow: %s', (claims, role) => {
    expect(userOf(claims).role).toBe(role);
  });

  it.each([
    {},
    { roles: [] },
    { roles: 'root' },
    { roles: ['Admin', 'admin '] },
    { roles: { admin: true } },
    { roles: 'read_only admin' },
    { scope: 'admin routeros:root routeros:administrator' },
    { scope: ['routeros:admin'] },
    { roles: ['approver'], scope: 'routeros:ops_rw' },
    { roles: ['__proto__', 'constructor'] },
  ])('%j is none, which is forbidden', (claims) => {
    expect(() => userOf(claims)).toThrow(
      expect.objectContaining({ reason: 'FORBIDDEN', code: -32002 }),
    );
    try {
      userOf(claims);
    } catch (thrown) {
      if (!isFault(thrown)) throw thrown;
      expect(thrown.details).toBe('The token is valid but names no role of this service');
      expect(thrown.nextSteps?.join()).toContain('routeros:read_only');
    }
  });
});

describe('the devices of a token', () => {
  it.each([
    [{}, 'all'],
    [{ devices: 'all' }, 'all'],
    [{ devices: '*' }, 'all'],
    [{ devices: ['*'] }, 'all'],
    [{ devices: ['dev-1', 'dev-2'] }, ['dev-1', 'dev-2']],
    [{ devices: 'dev-1' }, ['dev-1']],
    [{ devices: [] }, []],
  ])('%j reach %j', (claims, devices) => {
    expect(userOf({ roles: 'admin', ...claims }).devices).toEqual(devices);
  });

  it.each([null, 7, true, {}, [7], [['dev-1']]])('a claim like %j opens nothing', (devices) => {
    expect(userOf({ roles: 'admin', devices }).devices).toEqual([]);
  });
});
