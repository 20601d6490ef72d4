import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf } from '@errata/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EVIDENCE_MIMES, MAX_EVIDENCE_BYTES } from './evidence.js';
import { describeLogbooks, START } from './testing/describe-logbooks.js';

const BYTES = new TextEncoder().encode('what was seen');
const HASH = createHash('sha256').update(BYTES).digest('hex');
const NEW = { mime: 'text/plain', actor: 'ann' };

describeLogbooks('the evidence', ({ open }) => {
  it('comes back byte for byte', async () => {
    const { evidence } = (await open()).logbook;
    const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256);
    const put = await evidence.put(bytes, { mime: 'image/png', actor: 'ann' });
    if (!put.ok) throw new Error(put.problem);
    expect(put).toMatchObject({ size: 70_000, created: true });
    expect(await evidence.get(put.sha256)).toEqual({
      ...{ ok: true, bytes, size: 70_000, sha256: put.sha256 },
      ...{ mime: 'image/png', created_at: START, created_by: 'ann' },
    });
  });

  it('is one file for its owner alone, named by its hash, and the first record stays', async () => {
    const { logbook, folder } = await open();
    const { evidence } = logbook;
    const sha256 = HASH.toUpperCase();
    expect(await evidence.put(BYTES, { ...NEW, sha256 })).toMatchObject({ ok: true, sha256: HASH });
    const again = await evidence.put(BYTES, { mime: 'text/csv', actor: 'bob' });
    expect(again).toEqual({ ok: true, sha256: HASH, size: BYTES.length, created: false });
    expect(readdirSync(folder)).toEqual([HASH]);
    expect(statSync(join(folder, HASH)).mode & 0o777).toBe(0o600);
    expect(await evidence.get(sha256)).toMatchObject({ mime: 'text/plain', created_by: 'ann' });
  });

  it('is put by many at once', async () => {
    const { logbook, folder } = await open();
    const put = await Promise.all(
      Array.from({ length: 20 }, () => logbook.evidence.put(BYTES, NEW)),
    );
    expect(put.filter((one) => one.ok && one.created)).toHaveLength(1);
    expect(put.every(({ ok }) => ok)).toBe(true);
    expect(readdirSync(folder)).toEqual([HASH]);
  });

  it('is refused with a reason, and then nothing is stored', async () => {
    const { logbook, db, folder } = await open();
    const { evidence } = logbook;
    const problemOf = async (...args: Parameters<typeof evidence.put>) => {
      const put = await evidence.put(...args);
      return put.ok ? undefined : put.problem;
    };
    expect(await problemOf(BYTES, { ...NEW, sha256: 'f'.repeat(64) })).toBe('hash-mismatch');
    expect(await problemOf(BYTES, { ...NEW, sha256: '../../etc/passwd' })).toBe('malformed-hash');
    expect(await problemOf(BYTES, { ...NEW, sha256: '' })).toBe('malformed-hash');
    for (const mime of ['application/x-sh', 'TEXT/PLAIN', 'text/plain; charset=utf-8', '']) {
      expect(await problemOf(BYTES, { ...NEW, mime })).toBe('unsupported-mime');
    }
    expect(await problemOf(new Uint8Array(MAX_EVIDENCE_BYTES + 1), NEW)).toBe('too-large');
    expect(readdirSync(folder)).toEqual([]);
    expect(await db.selectFrom('evidence').selectAll().execute()).toEqual([]);
    expect(await problemOf(new Uint8Array(MAX_EVIDENCE_BYTES), NEW)).toBeUndefined();
  });

  it('takes the eleven kinds', async () => {
    const { evidence } = (await open()).logbook;
    expect(EVIDENCE_MIMES).toHaveLength(11);
    for (const mime of EVIDENCE_MIMES) {
      const bytes = new TextEncoder().encode(mime);
      expect(await evidence.put(bytes, { ...NEW, mime })).toMatchObject({ ok: true });
    }
  });

  it('is read under its hash and under no other name', async () => {
    const { evidence } = (await open()).logbook;
    await evidence.put(BYTES, NEW);
    expect(await evidence.get('0'.repeat(64))).toEqual({ ok: false, problem: 'not-found' });
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('..', `${HASH}/`, `../${HASH}`, ` ${HASH}`, `${HASH}\n`, `${HASH}\0`),
    );
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        expect(await evidence.get(name)).toEqual({ ok: false, problem: 'malformed-hash' });
      }),
      { numRuns: 50 },
    );
  });

  it('is corrupt where the file is changed, gone, huge, a link or a folder, until it is put again', async () => {
    const { logbook, folder } = await open();
    const { evidence } = logbook;
    const path = join(folder, HASH);
    const other = join(folder, 'other');
    writeFileSync(other, BYTES);
    const damages: (() => void)[] = [
      () => writeFileSync(path, 'what was not seen'),
      () => writeFileSync(path, new Uint8Array(MAX_EVIDENCE_BYTES * 2)),
      () => rmSync(path),
      () => (rmSync(path), symlinkSync(other, path)),
    ];
    for (const damage of damages) {
      await evidence.put(BYTES, NEW);
      expect(await evidence.get(HASH)).toMatchObject({ ok: true });
      damage();
      expect(await evidence.get(HASH)).toEqual({ ok: false, problem: 'corrupt' });
    }
    rmSync(path);
    mkdirSync(path);
    expect(await evidence.get(HASH)).toEqual({ ok: false, problem: 'corrupt' });
  });

  it('says so if its folder is gone, whatever is asked of it', async () => {
    const { logbook, folder, db } = await open();
    const { evidence } = logbook;
    await evidence.put(BYTES, NEW);
    rmSync(folder, { recursive: true });
    const gone = {
      reason: 'LOGBOOK_DB_CHECK_FAILED',
      retryable: false,
      effect: 'none',
      context: { service: 'logbook', check: 'evidence folder' },
    };
    const other = new TextEncoder().encode('other');
    expect(await faultOf(evidence.put(other, NEW))).toMatchObject(gone);
    expect(await faultOf(evidence.get(HASH))).toMatchObject(gone);
    expect(await faultOf(logbook.check())).toMatchObject(gone);
    expect(await db.selectFrom('evidence').selectAll().execute()).toHaveLength(1);
  });
});
