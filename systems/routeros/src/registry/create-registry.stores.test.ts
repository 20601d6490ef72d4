import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRedactor, type Redactor } from '@errata/core';
import type { Store } from '@errata/store';
import { describe, expect, it } from 'vitest';
import { createCertificate } from '../../lab/sim/tls.js';
import { describeDatabases } from '../../lab/testing/describe-databases.js';
import type { RouterosDatabase } from '../database/open-database.js';
import { createRegistry } from './create-registry.js';
import { DEVICE_DEFAULTS } from './device.js';
import { createVault } from './credential-store.js';

const KEY = new Uint8Array(32).fill(7);
const PEM = createCertificate('authority', ['127.0.0.1']).cert;
const SECRET = { username: 'api', password: 'correct-horse-battery' };
const router = (n: number) => ({
  id: `router-${n}`,
  name: `Router ${n}`,
  management_address: `192.0.2.${n}:443`,
});

describeDatabases('the registry', ({ open, createUrl, dialect }) => {
  const START = Date.parse('2026-01-01T00:00:00.000Z');

  const create = async (options: { url?: string; key?: Uint8Array; redactor?: Redactor } = {}) => {
    const { url, key = KEY, redactor } = options;
    let time = START;
    const store = await open(url);
    const registry = createRegistry({
      store,
      vault: createVault(key),
      now: () => time++,
      ...(redactor && { redactor }),
    });
    return { store, registry };
  };

  describe('add', () => {
    it('fills in what was not said', async () => {
      const { registry } = await create();
      const at = '2026-01-01T00:00:00.000Z';
      const expected = {
        ...DEVICE_DEFAULTS,
        ...router(1),
        routeros_version: null,
        created_at: at,
        updated_at: at,
      };
      expect(await registry.add(router(1), SECRET)).toEqual(expected);
      expect(await registry.find('router-1')).toEqual(expected);
    });

    it('keeps everything that was said', async () => {
      const { registry } = await create();
      const device = {
        ...router(2),
        environment: 'prod' as const,
        tags: ['edge', 'a "quoted" one'],
        allow_advanced_writes: true,
        allow_professional_workflows: false,
        allow_firewall_writes: true,
        allow_routing_writes: false,
        max_concurrent: 1,
        requests_per_minute: 30,
        tls_mode: 'pin' as const,
        tls_fingerprint: 'AB:CD',
        tls_ca: null,
      };
      await registry.add(device, SECRET);
      expect(await registry.find('router-2')).toMatchObject(device);
    });

    it('refuses a name that is taken, and says by whom', async () => {
      const { registry } = await create();
      await registry.add(router(1), SECRET);
      await expect(registry.add({ ...router(2), name: 'Router 1' }, SECRET)).rejects.toMatchObject({
        reason: 'CONFLICT',
        details: "Device with name 'Router 1' already exists",
        context: { device_name: 'Router 1', existing_device_id: 'router-1' },
        effect: 'none',
      });
      expect(await registry.find('router-2')).toBeUndefined();
    });

    it('refuses an id that is taken', async () => {
      const { registry } = await create();
      await registry.add(router(1), SECRET);
      await expect(registry.add({ ...router(1), name: 'Other' }, SECRET)).rejects.toMatchObject({
        reason: 'CONFLICT',
        details: "Device with id 'router-1' already exists",
        context: { device_id: 'router-1', existing_device_id: 'router-1' },
      });
    });

    it('lets one of many win', async () => {
      const url = await createUrl();
      const registries = await Promise.all([create({ url }), create({ url })]);
      const adding = Array.from({ length: 8 }, (_, n) =>
        registries[n % 2]!.registry.add({ ...router(n), name: 'The one' }, SECRET),
      );
      const ended = await Promise.allSettled(adding);
      const won = ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
      const lost = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      expect(won).toHaveLength(1);
      expect(lost).toHaveLength(7);
      for (const fault of lost) {
        expect(fault).toMatchObject({
          reason: 'CONFLICT',
          context: { device_name: 'The one', existing_device_id: won[0]!.id },
        });
      }
      expect(await registries[0]!.registry.list()).toHaveLength(1);
    });
  });

  describe('list', () => {
    it('is in order of ids, also where a locale would see it otherwise', async () => {
      const { registry } = await create();
      for (const id of ['ab', 'a-c', 'a1', 'b', 'a-a']) {
        await registry.add({ ...router(1), id, name: id }, SECRET);
      }
      const ids = (await registry.list()).map(({ id }) => id);
      expect(ids).toEqual(['a-a', 'a-c', 'a1', 'ab', 'b']);
    });

    it('takes filters one by one and together', async () => {
      const { registry } = await create();
      await registry.add({ ...router(1), tags: ['edge'], environment: 'prod' }, SECRET);
      await registry.add(
        { ...router(2), tags: ['edge', 'x'], allow_firewall_writes: true },
        SECRET,
      );
      await registry.add({ ...router(3), tags: ['edges'] }, SECRET);
      const ids = async (filter: Parameters<typeof registry.list>[0]) =>
        (await registry.list(filter)).map(({ id }) => id);
      expect(await ids({ environment: 'prod' })).toEqual(['router-1']);
      expect(await ids({ tag: 'edge' })).toEqual(['router-1', 'router-2']);
      expect(await ids({ flag: 'allow_firewall_writes' })).toEqual(['router-2']);
      expect(await ids({ flag: 'allow_routing_writes' })).toEqual([]);
      expect(await ids({ environment: 'lab', tag: 'edge' })).toEqual(['router-2']);
    });
  });

  describe('update', () => {
    it('changes what is said and nothing else', async () => {
      const { registry } = await create();
      const before = await registry.add({ ...router(1), tags: ['a'] }, SECRET);
      const after = await registry.update('router-1', {
        allow_advanced_writes: true,
        tags: [],
        tls_ca: PEM,
      });
      expect(after).toEqual({
        ...before,
        allow_advanced_writes: true,
        tags: [],
        tls_ca: PEM,
        updated_at: expect.not.stringMatching(before.updated_at) as string,
      });
      expect(await registry.update('router-1', { allow_advanced_writes: false })).toMatchObject({
        allow_advanced_writes: false,
        tls_ca: PEM,
      });
    });

    it('stores other credentials with the change, or neither', async () => {
      const { registry } = await create();
      await registry.add(router(1), SECRET);
      await registry.add(router(2), SECRET);
      const next = { username: 'second', password: 'next-password-9' };
      await registry.update('router-1', { management_address: '192.0.2.9:443' }, next);
      expect(await registry.credentials('router-1')).toEqual(next);
      const taken = { management_address: '192.0.2.8:443', name: 'Router 2' };
      await expect(registry.update('router-1', taken, SECRET)).rejects.toMatchObject({
        reason: 'CONFLICT',
      });
      expect(await registry.find('router-1')).toMatchObject({
        management_address: '192.0.2.9:443',
      });
      expect(await registry.credentials('router-1')).toEqual(next);
      await expect(registry.update('nowhere', { tags: [] }, next)).rejects.toMatchObject({
        reason: 'NOT_FOUND',
      });
    });

    it('refuses the name of another, not its own', async () => {
      const { registry } = await create();
      await registry.add(router(1), SECRET);
      await registry.add(router(2), SECRET);
      await expect(registry.update('router-2', { name: 'Router 1' })).rejects.toMatchObject({
        reason: 'CONFLICT',
        context: { device_name: 'Router 1', existing_device_id: 'router-1' },
      });
      expect(await registry.update('router-2', { name: 'Router 2' })).toMatchObject(router(2));
    });
  });

  it.each([
    ['management_address', { management_address: 'https://192.0.2.1' }],
    ['management_address', { management_address: '2001:db8::1' }],
    ['tls_ca', { tls_ca: 'no certificate' }],
  ])('keeps no %s that cannot be used', async (field, changes) => {
    const { registry } = await create();
    const refused = { reason: 'VALIDATION_ERROR', context: { field }, effect: 'none' };
    await expect(registry.add({ ...router(1), ...changes }, SECRET)).rejects.toMatchObject(refused);
    expect(await registry.list()).toEqual([]);
    await registry.add(router(1), SECRET);
    await expect(registry.update('router-1', changes)).rejects.toMatchObject(refused);
    expect(await registry.find('router-1')).toMatchObject(router(1));
  });

  it('keeps no username that cannot be signed in with', async () => {
    const { registry } = await create();
    const odd = { ...SECRET, username: 'ad:min' };
    const refused = { reason: 'VALIDATION_ERROR', context: { field: 'username' } };
    await expect(registry.add(router(1), odd)).rejects.toMatchObject(refused);
    await registry.add(router(1), SECRET);
    await expect(registry.rotate('router-1', odd)).rejects.toMatchObject(refused);
    await expect(registry.update('router-1', {}, odd)).rejects.toMatchObject(refused);
    expect(await registry.username('router-1')).toBe(SECRET.username);
  });

  it('does not know what is not there', async () => {
    const { registry } = await create();
    const notFound = {
      reason: 'NOT_FOUND',
      context: { device_id: 'nowhere', resource_type: 'device' },
    };
    expect(await registry.find('nowhere')).toBeUndefined();
    await expect(registry.update('nowhere', { tags: [] })).rejects.toMatchObject(notFound);
    await expect(registry.remove('nowhere')).rejects.toMatchObject(notFound);
    await expect(registry.credentials('nowhere')).rejects.toMatchObject(notFound);
    await expect(registry.rotate('nowhere', SECRET)).rejects.toMatchObject(notFound);
    await expect(registry.noteVersion('nowhere', '7.1')).resolves.toBeUndefined();
  });

  it('removes a device with its credentials, and its name is free again', async () => {
    const { registry, store } = await create();
    await registry.add(router(1), SECRET);
    await registry.remove('router-1');
    expect(await store.db.selectFrom('credentials').selectAll().execute()).toEqual([]);
    await expect(registry.credentials('router-1')).rejects.toMatchObject({ reason: 'NOT_FOUND' });
    await registry.add({ ...router(2), name: 'Router 1' }, SECRET);
  });

  it('remembers the version without calling that a change', async () => {
    const { registry } = await create();
    const before = await registry.add(router(1), SECRET);
    for (const version of ['7.10', '7.10', '7.11.2']) {
      await registry.noteVersion('router-1', version);
      expect(await registry.find('router-1')).toEqual({ ...before, routeros_version: version });
    }
  });

  it('keeps no more of a version than can be listed', async () => {
    const { registry } = await create();
    await registry.add(router(1), SECRET);
    await registry.noteVersion('router-1', `7.1\u202e\u001b[31m ${'!'.repeat(2_000_000)}`);
    const device = await registry.find('router-1');
    expect(device?.routeros_version).toBe(`7.1[31m${'!'.repeat(43)}`);
  });

  describe('credentials', () => {
    it('come back as they were given, and as they were rotated to', async () => {
      const { registry } = await create();
      const odd = { username: 'ädmin', password: ' pass\nwörd 🔑 ' };
      await registry.add(router(1), odd);
      await registry.add(router(2), { username: 'b', password: '' });
      expect(await registry.credentials('router-1')).toEqual(odd);
      expect(await registry.credentials('router-2')).toEqual({ username: 'b', password: '' });
      await registry.rotate('router-1', SECRET);
      expect(await registry.credentials('router-1')).toEqual(SECRET);
    });

    it('are known to the redactor from the moment they are written or read, and for good', async () => {
      const url = await createUrl();
      const writing = createRedactor();
      const { registry } = await create({ url, redactor: writing });
      const said = `it said ${SECRET.password} and next-password-9`;
      expect(writing.redact(said)).toBe(said);
      await registry.add(router(1), SECRET);
      await registry.rotate('router-1', { username: 'api', password: 'next-password-9' });
      await registry.remove('router-1');
      expect(writing.redact(said)).toBe('it said [REDACTED] and [REDACTED]');
      const basic = Buffer.from('api:next-password-9').toString('base64');
      expect(writing.redact(`the header ${basic}`)).not.toContain(basic.slice(0, 10));

      await registry.add(router(1), SECRET);
      const reading = createRedactor();
      const other = await create({ url, redactor: reading });
      await other.registry.find('router-1');
      expect(reading.redact(said)).toContain(SECRET.password);
      await other.registry.credentials('router-1');
      expect(reading.redact(said)).not.toContain(SECRET.password);
      const { revision } = reading;
      await other.registry.credentials('router-1');
      expect(reading.revision).toBe(revision);
    });

    it('cannot be read with another key, and the error names the device alone', async () => {
      const url = await createUrl();
      await (await create({ url })).registry.add(router(1), SECRET);
      const { registry } = await create({ url, key: new Uint8Array(32).fill(8) });
      const error: unknown = await registry.credentials('router-1').catch((e: unknown) => e);
      expect(String(error)).toMatch(/credentials of device 'router-1' cannot be opened: .*key/);
      expect(await registry.username('router-1')).toBe(SECRET.username);
    });

    it('cannot be moved to another device', async () => {
      const { registry, store } = await create();
      await registry.add(router(1), SECRET);
      await registry.add(router(2), { ...SECRET, password: 'another-one' });
      const { sealed } = await store.db
        .selectFrom('credentials')
        .select('sealed')
        .where('device_id', '=', 'router-1')
        .executeTakeFirstOrThrow();
      await store.db.updateTable('credentials').set({ sealed }).execute();
      expect(await registry.credentials('router-1')).toEqual(SECRET);
      await expect(registry.credentials('router-2')).rejects.toThrow("'router-2' cannot be opened");
    });

    it('are nowhere in clear', async () => {
      const url = await createUrl();
      const { registry, store } = await create({ url });
      await registry.add(router(1), SECRET);
      await registry.rotate('router-1', { ...SECRET, username: 'second-name' });
      const kept =
        dialect === 'sqlite' ? readFiles(url.slice('sqlite:'.length)) : await dump(store);
      expect(kept).toContain('second-name');
      const { password } = SECRET;
      for (const form of ['utf8', 'base64', 'base64url', 'hex'] as const) {
        expect(kept).not.toContain(Buffer.from(password).toString(form));
      }
    });
  });
});

/** The file and what is beside it. */
function readFiles(path: string): string {
  const name = path.slice(dirname(path).length + 1);
  const files = readdirSync(dirname(path)).filter((file) => file.startsWith(name));
  return files.map((file) => readFileSync(join(dirname(path), file), 'latin1')).join('');
}

async function dump({ db }: Store<RouterosDatabase>): Promise<string> {
  const devices = await db.selectFrom('devices').selectAll().execute();
  return JSON.stringify([devices, await db.selectFrom('credentials').selectAll().execute()]);
}
