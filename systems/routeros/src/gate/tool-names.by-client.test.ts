import { describe, expect, it } from 'vitest';
import { singleUser } from '../access/user.js';
import { TOOLS } from '../tools/all.js';
import { mayCall } from '../access/permissions.js';
import { namesByClient } from './tool-names.js';

describe('the names that a client gets', () => {
  it.each([
    ['by-host', 'claude-ai', 'registry_list'],
    ['by-host', 'unknown-client', 'registry/list'],
    ['by-host', undefined, 'registry/list'],
    ['literal', 'claude-ai', 'registry/list'],
    ['portable', 'unknown-client', 'registry_list'],
  ] as const)('with %s, %s: %s', (form, client, name) => {
    expect(namesByClient(form, TOOLS)(client).name('registry/list')).toBe(name);
  });

  it('are accepted by Claude', () => {
    const names = namesByClient('by-host', TOOLS)('claude-ai');
    for (const { name } of TOOLS) expect(names.name(name)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });
});

describe('the one user on stdio', () => {
  it.each([
    ['admin', true, true, true],
    ['operator', false, false, true],
    ['read_only', false, false, false],
  ] as const)('as %s approves %s, sets flags %s, changes services %s', (role, ...allowed) => {
    const user = singleUser(role);
    const may = (name: string) =>
      mayCall(
        user,
        TOOLS.find((tool) => tool.name === name)!,
      );
    expect([may('plan/approve'), may('registry/update'), may('dns/update-servers')]).toEqual(
      allowed,
    );
  });
});
