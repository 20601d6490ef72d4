import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closing, faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { describeGateways } from '../gate/testing/describe-gateways.js';
import { BOB, EVE } from '../gate/testing/identities.js';
import { openGateway, START, type TestGateway } from '../gate/testing/open-gateway.js';

const close = closing();
const open = async (...given: Parameters<typeof openGateway>) => close(await openGateway(...given));

const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const MIB = 1_048_576;

async function upload({ call }: TestGateway, content: string): Promise<string> {
  const { facts } = await call('evidence_upload', { content, mime: 'text/plain' });
  return facts['sha256'] as string;
}

describeGateways('evidence', (openOn) => {
  it('of text comes back as it was', async () => {
    const { call, history } = await openOn();
    const content = 'Zeile 1\nüber 字 🙂\0 \ufeff';
    const sha256 = hashOf(content);
    const size = Buffer.byteLength(content);
    const put = await call('evidence_upload', { content, mime: 'text/markdown', sha256 });
    expect(put.facts).toEqual({
      ...{ ok: true, sha256, size, mime: 'text/markdown' },
      correlation_id: put.ref,
    });
    expect(put.line).toBe(`Uploaded: ${size} bytes as ${sha256}.`);
    expect(await history(put.ref)).toMatchObject([
      { action: 'allow', tool: 'evidence_upload', evidence: { sha256, size } },
      { action: 'done', evidence: { sha256, size } },
    ]);
    const got = await call('evidence_read', { sha256: sha256.toUpperCase() }, BOB);
    expect(got.facts).toMatchObject({
      ...{ ok: true, found: true, sha256, size, mime: 'text/markdown', content },
      ...{ created_by: 'ann', created_at: START },
    });
    expect(got.text).toBe(`${size} bytes of text/markdown, uploaded by ann.\n${content}`);
    expect(await history(got.ref)).toEqual([]);
  });

  it('of bytes comes back byte for byte, also under the name of a text', async () => {
    const { call } = await openOn();
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const content_base64 = bytes.toString('base64');
    for (const mime of ['image/png', 'text/plain']) {
      await call('evidence_upload', { content_base64, mime });
      const { facts } = await call('evidence_read', { sha256: hashOf(bytes) });
      expect(facts).toMatchObject({ content_base64, size: 256 });
      expect(facts).not.toHaveProperty('content');
    }
  });

  it('is kept once, by its first name', async () => {
    const { call, counts } = await openOn();
    const given = { content: 'same', mime: 'text/plain' };
    const first = await call('evidence_upload', given);
    await call('evidence_upload', { ...given, mime: 'text/csv' }, EVE);
    const again = await call('evidence_upload', given, EVE);
    // The reply does not say whether others uploaded the same bytes before.
    expect(again.text.replace(again.ref, '')).toBe(first.text.replace(first.ref, ''));
    expect(await counts()).toMatchObject({ evidence: 1, files: 1 });
    expect((await call('evidence_read', { sha256: hashOf('same') })).facts).toMatchObject({
      created_by: 'ann',
      mime: 'text/plain',
    });
  });

  it('that nobody uploaded is not found, which is no failure', async () => {
    const { call } = await openOn();
    const sha256 = hashOf('nothing');
    const { facts, line, isError } = await call('evidence_read', { sha256 });
    expect(facts).toMatchObject({ ok: true, found: false, sha256 });
    expect([isError, line]).toEqual([false, `There is no evidence ${sha256}.`]);
  });
});

describe('what is refused', () => {
  const given = { content: 'canary', mime: 'text/plain' };
  const PATHS = [
    '../..',
    '../../etc/passwd',
    '/etc/passwd',
    'a\0b',
    '..\\..',
    `${'a'.repeat(63)}/`,
  ];
  it.each<readonly [string, string, object]>([
    ['another hash', 'sha256', { ...given, sha256: hashOf('other') }],
    ...PATHS.map((path) => ['a path as hash', 'sha256', { ...given, sha256: path }] as const),
    ...PATHS.map((path) => ['a path as type', 'mime', { ...given, mime: path }] as const),
    ...PATHS.map((path) => ['a path as actor', 'actor', { ...given, actor: path }] as const),
    ['a hash with a NUL', 'sha256', { ...given, sha256: `${hashOf('canary')}\0` }],
    ['a hash with a line feed', 'sha256', { ...given, sha256: `${hashOf('canary')}\n` }],
    ['a member for a file name', 'name', { ...given, name: '../../x' }],
    ['no base64', 'content_base64', { content_base64: 'c-nary*', mime: 'image/png' }],
    ['a byte too many', 'content', { ...given, content: 'x'.repeat(MIB + 1) }],
    ['a byte too many, of wide text', 'content', { ...given, content: `${'é'.repeat(MIB / 2)}x` }],
    [
      'a byte too many, as bytes',
      'content_base64',
      { content_base64: Buffer.alloc(MIB + 1).toString('base64'), mime: 'image/png' },
    ],
  ])('gets an error, and nothing is kept: %s', async (_what, param, args) => {
    const gateway = await open();
    const before = await gateway.everything();
    const fault = await faultOf(gateway.call('evidence_upload', args));
    expect(fault).toMatchObject({
      ...{ reason: 'INVALID_PARAM_VALUE', effect: 'none' },
      context: { param, tool: 'evidence_upload' },
    });
    expect(await gateway.everything()).toBe(before);
    expect(readdirSync(join(gateway.evidenceFolder, '..')).sort()).toEqual(
      expect.not.arrayContaining(['x', 'passwd']),
    );
  });

  it.each(PATHS)('gets an error when it is read: %j', async (sha256) => {
    const { call } = await open();
    const fault = await faultOf(call('evidence_read', { sha256 }));
    expect(fault).toMatchObject({ reason: 'INVALID_PARAM_VALUE', context: { param: 'sha256' } });
  });

  it.each([
    ['as text', { content: 'x'.repeat(MIB), mime: 'text/plain' }],
    ['as wide text', { content: '字'.repeat((MIB - 1) / 3) + 'x', mime: 'text/plain' }],
    ['as bytes', { content_base64: Buffer.alloc(MIB, 1).toString('base64'), mime: 'image/png' }],
  ])('is not what has 1 MiB exactly: %s', async (_how, args) => {
    const gateway = await open();
    const { facts } = await gateway.call('evidence_upload', args);
    expect(facts).toMatchObject({ ok: true, size: MIB });
    const [file] = readdirSync(gateway.evidenceFolder);
    expect(file).toBe(facts['sha256']);
    expect(readFileSync(join(gateway.evidenceFolder, file!)).byteLength).toBe(MIB);
  });
});

describe('a file that is not what it was', () => {
  const spoilt: [string, (path: string) => void][] = [
    ['was changed', (path) => writeFileSync(path, 'other')],
    ['was cut', (path) => writeFileSync(path, '')],
    ['is gone', (path) => rmSync(path)],
    [
      'is a link to another',
      (path) => {
        writeFileSync(`${path}.elsewhere`, 'proof');
        rmSync(path);
        symlinkSync(`${path}.elsewhere`, path);
      },
    ],
  ];

  it.each(spoilt)('is reported, and its content is not shown: it %s', async (_how, spoil) => {
    const gateway = await open();
    const sha256 = await upload(gateway, 'proof');
    spoil(join(gateway.evidenceFolder, sha256));
    const fault = await faultOf(gateway.call('evidence_read', { sha256 }));
    expect(fault).toMatchObject({
      ...{ reason: 'LOGBOOK_DB_CHECK_FAILED', retryable: false, effect: 'none' },
      context: { check: `evidence ${sha256}` },
    });
  });

  it.each(spoilt)('is mended by another upload: it %s', async (_how, spoil) => {
    const gateway = await open();
    const sha256 = await upload(gateway, 'proof');
    spoil(join(gateway.evidenceFolder, sha256));
    expect(await upload(gateway, 'proof')).toBe(sha256);
    expect((await gateway.call('evidence_read', { sha256 })).facts).toMatchObject({
      content: 'proof',
    });
  });

  it('is reported, as is a missing folder', async () => {
    const gateway = await open();
    const sha256 = await upload(gateway, 'proof');
    rmSync(gateway.evidenceFolder, { recursive: true });
    const folder = { reason: 'LOGBOOK_DB_CHECK_FAILED', context: { check: 'evidence folder' } };
    expect(await faultOf(gateway.call('evidence_read', { sha256 }))).toMatchObject(folder);
    expect(await faultOf(upload(gateway, 'more'))).toMatchObject(folder);
    expect(await gateway.db.selectFrom('evidence').selectAll().execute()).toHaveLength(1);
  });
});
