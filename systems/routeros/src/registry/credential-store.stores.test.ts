import { expect, it } from 'vitest';
import { describeDatabases } from '../../lab/testing/describe-databases.js';
import { createRegistry } from './create-registry.js';
import { countCredentials, createVault } from './credential-store.js';

describeDatabases('countCredentials', ({ open }) => {
  it('counts the devices that can be signed in to', async () => {
    const store = await open();
    const registry = createRegistry({ store, vault: createVault(new Uint8Array(32)) });
    expect(await countCredentials(store)).toBe(0);
    for (const id of ['a', 'b']) {
      const device = { id, name: id, management_address: '192.0.2.1:443' };
      await registry.add(device, { username: 'api', password: 'correct-horse-battery' });
    }
    expect(await countCredentials(store)).toBe(2);
    await registry.remove('a');
    expect(await countCredentials(store)).toBe(1);
  });
});
