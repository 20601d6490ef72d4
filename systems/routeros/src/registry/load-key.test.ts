import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyFile, loadKey, readKeyFile } from './load-key.js';

const BYTES = Buffer.from(Array.from({ length: 32 }, (_, n) => 255 - n));

describe('the key', () => {
  let folder: string;
  let keyFile: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'errata-key-'));
    keyFile = join(folder, 'key');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const fromEnv = (ERRATA_ROUTEROS_KEY: string) =>
    loadKey({ env: { ERRATA_ROUTEROS_KEY }, keyFile });
  const fromFile = () => loadKey({ env: {}, keyFile });

  describe('in the environment', () => {
    it.each([
      BYTES.toString('hex'),
      BYTES.toString('hex').toUpperCase(),
      BYTES.toString('base64'),
      BYTES.toString('base64url'),
      `${BYTES.toString('base64')}\n`,
    ])('is read, and no file is made', (text) => {
      expect(fromEnv(text)).toEqual(new Uint8Array(BYTES));
      expect(readdirSync(folder)).toEqual([]);
    });

    it.each([
      '',
      'hunter2',
      BYTES.toString('hex').slice(1),
      `${BYTES.toString('hex')}00`,
      BYTES.subarray(1).toString('base64'),
      `${BYTES.toString('base64').slice(0, 20)} hunter2`,
    ])('is refused if it is no key, without being repeated', (text) => {
      expect(() => fromEnv(text)).toThrow(
        /ERRATA_ROUTEROS_KEY has to be 32 bytes in base64 or hex/,
      );
      if (text !== '') expect(() => fromEnv(text)).not.toThrow(text);
    });
  });

  describe('in a file', () => {
    it('is made on the first day and read ever after', () => {
      keyFile = join(folder, 'new/key');
      const key = fromFile();
      expect(key).toHaveLength(32);
      expect(new Set(key).size).toBeGreaterThan(8);
      expect(new Uint8Array(readFileSync(keyFile))).toEqual(key);
      expect(statSync(keyFile).mode & 0o777).toBe(0o600);
      expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700);
      expect(readdirSync(join(folder, 'new'))).toEqual(['key']);
      expect(fromFile()).toEqual(key);
    });

    it('is that of the winner, where two made one', () => {
      // The second found no file either, and comes to write when there is one.
      expect(readKeyFile(keyFile)).toBeUndefined();
      const first = createKeyFile(keyFile);
      expect(createKeyFile(keyFile)).toEqual(first);
      expect(fromFile()).toEqual(first);
      expect(readdirSync(folder)).toEqual(['key']);
    });

    it.each([0o640, 0o604, 0o620, 0o601])('is refused with mode %o', (mode) => {
      writeFileSync(keyFile, BYTES);
      chmodSync(keyFile, mode);
      expect(fromFile).toThrow(`mode ${mode.toString(8)}). Close it with: chmod 600 ${keyFile}`);
    });

    it('is not called open to others if it is not a key', () => {
      writeFileSync(keyFile, 'root:x:0:0');
      chmodSync(keyFile, 0o644);
      expect(fromFile).toThrow(`${keyFile} has 10 bytes instead of 32: it is no key`);
      expect(fromFile).not.toThrow('chmod');
    });

    it('is not made where something is sealed with the one that is missing', () => {
      const lost = () => loadKey({ env: {}, keyFile, create: false, sealed: 3 });
      expect(lost).toThrow(`There is no key file ${keyFile}`);
      expect(lost).toThrow('credentials of 3 devices that are sealed with that key');
      expect(lost).toThrow(`head -c 32 /dev/urandom > ${keyFile} && chmod 600 ${keyFile}`);
      expect(lost).toThrow('registry/rotate-credentials');
      expect(() => loadKey({ env: {}, keyFile, create: false, sealed: 1 })).toThrow('of 1 device ');
      expect(() => loadKey({ env: {}, keyFile, create: false })).toThrow('of devices ');
      expect(readdirSync(folder)).toEqual([]);
      writeFileSync(keyFile, BYTES, { mode: 0o600 });
      expect(lost()).toEqual(new Uint8Array(BYTES));
    });

    it.each([0, 31, 33])('is refused with %i bytes', (size) => {
      writeFileSync(keyFile, Buffer.alloc(size), { mode: 0o600 });
      expect(fromFile).toThrow(`${keyFile} has ${size} bytes instead of 32`);
    });

    it('is refused if it is not a regular file', () => {
      const no = `The key file ${keyFile} is not a regular file`;
      mkdirSync(keyFile);
      expect(fromFile).toThrow(no);
      rmSync(keyFile, { recursive: true });

      writeFileSync(join(folder, 'elsewhere'), BYTES, { mode: 0o600 });
      symlinkSync(join(folder, 'elsewhere'), keyFile);
      expect(fromFile).toThrow(no);
      rmSync(keyFile);

      execFileSync('mkfifo', ['-m', '600', keyFile]);
      expect(fromFile).toThrow(no);
    });
  });
});
