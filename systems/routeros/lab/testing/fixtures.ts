import type { User } from '../../src/access/user.js';

export const SECRET = 'correct-horse-battery';

/** An administrator of dev-lab-02 alone. */
export const SCOPED: User = { id: 'u1', role: 'admin', devices: ['dev-lab-02'], single: false };

/** Arguments of registry/add for a device that nobody can reach. */
export function newDevice(more: object = {}) {
  return {
    name: 'Büro Router 3',
    management_address: '192.0.2.1',
    username: 'mcp',
    password: SECRET,
    ...more,
  };
}
