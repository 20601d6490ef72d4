import { describe, expect, it } from 'vitest';
import { createVault } from './credential-store.js';

const vault = createVault(new Uint8Array(32).fill(1));

describe('a vault', () => {
  it.each(['', 'a', 'pässwörd', 'x'.repeat(10_000)])('opens what it sealed', (text) => {
    expect(vault.open(vault.seal(text, 'r1'), 'r1')).toBe(text);
  });

  it('never writes the same twice', () => {
    const texts = Array.from({ length: 100 }, () => vault.seal('same', 'r1'));
    expect(new Set(texts).size).toBe(100);
  });

  it('opens after a restart with the same key', () => {
    const again = createVault(new Uint8Array(32).fill(1));
    expect(again.open(vault.seal('hunter2', 'r1'), 'r1')).toBe('hunter2');
  });

  it('opens only with its key, and only for its device', () => {
    const sealed = vault.seal('hunter2', 'r1');
    const other = createVault(new Uint8Array(32).fill(2));
    expect(() => other.open(sealed, 'r1')).toThrow(
      /device 'r1' cannot be opened.*ERRATA_ROUTEROS_KEY/,
    );
    expect(() => vault.open(sealed, 'r2')).toThrow("device 'r2' cannot be opened");
  });

  it('notices every changed byte, and every missing one', () => {
    const [version, body] = vault.seal('hunter2', 'r1').split('.');
    const bytes = Buffer.from(body!, 'base64url');
    for (let n = 0; n < bytes.length; n++) {
      const changed = Buffer.from(bytes);
      changed[n]! ^= 1;
      const forms = [changed, bytes.subarray(0, n), bytes.subarray(n + 1)];
      for (const form of forms) {
        const sealed = `${version}.${form.toString('base64url')}`;
        expect(() => vault.open(sealed, 'r1')).toThrow("device 'r1' cannot be opened");
      }
    }
  });

  it.each(['', 'v1', 'v2.AAAA', 'hunter2'])(
    'does not take %j for sealed, nor repeat it',
    (text) => {
      expect(() => vault.open(text, 'r1')).toThrow(
        /^The credentials of device 'r1' cannot be opened/,
      );
      expect(() => vault.open(text, 'r1')).not.toThrow(/hunter2/);
    },
  );

  it('derives a key per purpose, the same each time', () => {
    const key = vault.derive('plan-tokens');
    expect(key).toHaveLength(32);
    expect(vault.derive('plan-tokens')).toEqual(key);
    expect(vault.derive('something')).not.toEqual(key);
    expect(createVault(new Uint8Array(32).fill(2)).derive('plan-tokens')).not.toEqual(key);
  });

  it('needs a whole key', () => {
    expect(() => createVault(new Uint8Array(16))).toThrow(TypeError);
  });
});
