import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { faultOf, temporaryFolder } from '@errata/testing';
import { describeStoreOfCircle } from '@errata/testing/stores';
import { expect, it, onTestFinished } from 'vitest';
import { ANN, BOB, ROOT } from '../gate/testing/identities.js';
import { openGateway, type TestGateway } from '../gate/testing/open-gateway.js';
import { openAdministration } from './open-administration.js';

const file = temporaryFolder();

describeStoreOfCircle('the administration of a logbook', ({ createUrl }) => {
  const administer = async (url: string, evidenceFolder: string) => {
    const admin = await openAdministration({
      ...{ logbook: url, evidenceFolder },
      env: { HOME: file('.') },
    });
    onTestFinished(() => admin.close());
    return admin;
  };

  const openBoth = async (url?: string) => {
    const logbook = url ?? (await createUrl());
    const gateway = await openGateway({ url: logbook });
    onTestFinished(() => gateway.close());
    return { gateway, admin: await administer(logbook, gateway.evidenceFolder) };
  };

  /** A gateway with something of everything. */
  const fill = async ({ call, openMemory, worker }: TestGateway) => {
    const policy = { allowed_kinds: [], require_evidence: false };
    await call('governance_update', { team_write_enabled: true, policy }, ROOT);
    await call('team_update', { action: 'add', team: 'core', user: 'ann' }, ROOT);
    const { facts } = await call('evidence_upload', { content: 'seen', mime: 'text/plain' });
    const evidence = [{ sha256: facts['sha256'] as string, note: 'as discussed' }];
    const about = { kind: 'DECISION', evidence, metadata: { from: 'meeting', n: 1 } };
    await call('memory_store', {
      content: 'We ship on Friday',
      target_space: 'team:core',
      ...about,
    });
    await call('memory_store', { content: '小明 keeps the keys' }, BOB);
    const gone = await call('memory_store', { content: 'forget me' }, BOB);
    await call('memory_delete', { memory_id: gone.facts['memory_id'] }, BOB);
    await openMemory.stop();
    await call('memory_store', { content: 'stored in the outage' });
    await openMemory.start();
    await worker.runOnce();
  };

  it('exports everything with provenance, and imports it into another gateway once', async () => {
    const from = await openBoth();
    await fill(from.gateway);
    const path = file('export.ndjson');
    const lines = await from.admin.exportTo(path);
    const text = readFileSync(path, 'utf8');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(text.trimEnd().split('\n')).toHaveLength(lines);
    expect(text).not.toContain('forget me');
    const memories = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ type }) => type === 'memory');
    expect(memories).toMatchObject([
      {
        ...{ space: 'team:core', actor: 'ann', kind: 'DECISION', content: 'We ship on Friday' },
        metadata: { from: 'meeting', n: 1, evidence: [{ note: 'as discussed' }] },
        ...{ status: 'sent', memory_id: expect.any(String), destination: 'http://openmemory' },
        ...{ correlation_id: expect.stringMatching(/^corr-/), created_at: expect.any(String) },
      },
      { space: 'private:bob', actor: 'bob', content: '小明 keeps the keys', kind: null },
      { space: 'private:ann', content: 'stored in the outage', status: 'pending' },
    ]);

    const to = await openBoth();
    const first = await to.admin.importFrom(path);
    expect(first).toMatchObject({ memory: 3, evidence: 1, team: 1, member: 1, setting: 2 });
    expect(first['audit']).toBeGreaterThan(10);
    expect(await to.admin.importFrom(path)).toEqual({});
    await to.gateway.worker.runOnce();
    expect(
      to.gateway.openMemory.requests.filter(
        ({ path: requestPath }) => requestPath === '/memory/add',
      ),
    ).toHaveLength(3);

    const found = await to.gateway.call('memory_query', { query: 'ship' }, ANN);
    expect(found.facts).toMatchObject({
      results: [
        { content: 'We ship on Friday', space: 'team:core', user: 'ann', kind: 'DECISION' },
      ],
    });
    const hidden = await to.gateway.call('memory_query', { query: 'ship' }, BOB);
    expect(hidden.facts).toMatchObject({ results: [] });
    const sha256 = (memories[0]!['metadata'] as { evidence: { sha256: string }[] }).evidence[0]!
      .sha256;
    expect((await to.gateway.call('evidence_read', { sha256 })).facts).toMatchObject({
      ...{ found: true, content: 'seen', created_by: 'ann' },
    });
    const ref = memories[0]!['correlation_id'] as string;
    expect((await to.gateway.history(ref)).map(({ action }) => action)).toEqual([
      ...['allow', 'done'],
      // Sent again, to this OpenMemory.
      'done',
    ]);
  });

  it('is the same after a second export', async () => {
    const from = await openBoth();
    await fill(from.gateway);
    await from.admin.exportTo(file('one.ndjson'));
    const to = await openBoth();
    await to.admin.importFrom(file('one.ndjson'));
    await to.admin.exportTo(file('two.ndjson'));
    const memoriesIn = (path: string) =>
      readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ type }) => type === 'memory' || type === 'evidence' || type === 'member')
        .map(({ outbox_id: _o, memory_id: _m, status: _s, destination: _d, ...rest }) => rest);
    expect(memoriesIn(file('two.ndjson'))).toEqual(memoriesIn(file('one.ndjson')));
  });

  it('leaves governance and roles as they are', async () => {
    const from = await openBoth();
    await fill(from.gateway);
    await from.admin.changeUser({ action: 'add', user: 'bob', role: 'admin' });
    await from.admin.exportTo(file('governed.ndjson'));
    const to = await openBoth();
    await to.gateway.call('governance_update', { team_write_enabled: false }, ROOT);
    await to.admin.importFrom(file('governed.ndjson'));
    expect(await to.gateway.logbook.settings.get('team_write_enabled')).toBe(false);
    expect(await to.gateway.logbook.users.find('bob')).toMatchObject({ role: 'member' });
  });

  const HEADER = '{"type":"engram-export","version":1,"exported_at":"2026-01-01T00:00:00.000Z"}';
  const USER = (id: string) =>
    `{"type":"user","id":"${id}","display_name":"","role":"member","created_at":"2026-01-01T00:00:00.000Z"}`;
  const at = '2026-01-01T00:00:00.000Z';
  const SETTING = (key: string, value: string) =>
    JSON.stringify({ type: 'setting', key, value, updated_at: at, updated_by: 'ann' });
  const MEMORY = (content: string) =>
    JSON.stringify({
      ...{
        type: 'memory',
        space: 'private:ann',
        actor: 'ann',
        kind: null,
        content,
        created_at: at,
      },
      ...{ metadata: null, idempotency_key: 'key', correlation_id: 'corr', outbox_id: 1 },
      ...{ status: 'sent', memory_id: null, destination: null },
    });
  const MEMBER = `{"type":"member","space":"team:away","user_id":"ann","added_at":"${at}","added_by":"ann"}`;
  it.each([
    ['nothing', '', 'the export ends early'],
    ['a file without a header', '{"type":"end","lines":0}', 'line 1: an export begins with'],
    ['another version', HEADER.replace('1', '2'), 'line 1 is not a line of an export (version)'],
    ['invalid JSON', `${HEADER}\n{"type":`, 'line 2 is not a line of an export (invalid JSON)'],
    ['an impossible user', `${HEADER}\n${USER('a b')}`, 'line 2 is not a line of an export (id)'],
    [
      'the name of all guests',
      `${HEADER}\n${USER('unknown')}`,
      'line 2 is not a line of an export (id)',
    ],
    [
      'an invalid policy',
      `${HEADER}\n${SETTING('policy_json', 'null')}`,
      'line 2 is not a line of an export (value)',
    ],
    [
      'an invalid switch',
      `${HEADER}\n${SETTING('team_write_enabled', '1')}`,
      'line 2 is not a line of an export (value)',
    ],
    ['an empty memory', `${HEADER}\n${MEMORY(' ')}`, 'line 2 is not a line of an export (content)'],
    [
      'a memory that is too large',
      `${HEADER}\n${MEMORY('x'.repeat(100_001))}`,
      'line 2 is not a line of an export (content)',
    ],
    [
      'half a character',
      `${HEADER}\n${MEMORY('\ud800')}`,
      'line 2 is not a line of an export (content)',
    ],
    ...[
      ['deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
      ['long', `"${'x'.repeat(2_000_000)}"`],
    ].map(([what, value]) => [
      `${what} metadata`,
      `${HEADER}\n${MEMORY('x').replace('"metadata":null', `"metadata":{"a":${value}}`)}`,
      'line 2 is not a line of an export (metadata)',
    ]),
    ['a line without an end', 'x'.repeat(17_000_000), 'line 1 is too long'],
    ['a file that was cut', `${HEADER}\n${USER('kim')}\n`, 'the export ends early'],
    [
      'a missing line',
      `${HEADER}\n{"type":"end","lines":2}`,
      'the export has 1 lines and should have 2',
    ],
    ['a second header', `${HEADER}\n${HEADER}`, 'line 2: an export begins with one header'],
  ])('refuses to import %s', async (_what, text, message) => {
    const { admin } = await openBoth();
    writeFileSync(file('bad.ndjson'), text);
    await expect(admin.importFrom(file('bad.ndjson'))).rejects.toThrow(message);
    await expect(admin.importFrom(file('none.ndjson'))).rejects.toThrow('ENOENT');
  });

  it('closes a team that an import has members of', async () => {
    const { admin } = await openBoth();
    writeFileSync(file('member.ndjson'), `${HEADER}\n${MEMBER}\n{"type":"end","lines":2}`);
    await admin.importFrom(file('member.ndjson'));
    expect((await admin.list()).teams).toEqual([{ space: 'team:away', members: ['ann'] }]);
  });

  it('exports only to a new file', async () => {
    const { admin } = await openBoth();
    writeFileSync(file('there'), 'precious');
    symlinkSync(file('there'), file('link'));
    for (const name of ['there', 'link']) {
      await expect(admin.exportTo(file(name))).rejects.toThrow('EEXIST');
    }
    expect(readFileSync(file('there'), 'utf8')).toBe('precious');
  });

  it('leaves no half of an export', async () => {
    const { admin } = await openBoth();
    await admin.close();
    await expect(admin.exportTo(file('half.ndjson'))).rejects.toThrow();
    expect(existsSync(file('half.ndjson'))).toBe(false);
  });

  it('refuses the name of a shared token as a user', async () => {
    const { admin } = await openBoth();
    const fault = await faultOf(admin.changeUser({ action: 'add', user: '*' }));
    expect(fault.reason).toBe('INVALID_PARAM_VALUE');
  });

  it('changes users and teams beside a running gateway, and writes it into the audit', async () => {
    const { admin, gateway } = await openBoth();
    expect(await admin.changeUser({ action: 'add', user: 'kim' })).toEqual({ changed: true });
    const { token } = await admin.changeUser({ action: 'rotate_token', user: 'kim' });
    expect(await gateway.logbook.users.findByToken(token!)).toBe('kim');
    await admin.changeTeam({ action: 'add', team: 'core', user: 'kim' });
    const { users, teams } = await admin.list();
    expect(users).toContainEqual(
      expect.objectContaining({ user: 'kim', token: true, teams: ['team:core'] }),
    );
    expect(teams).toEqual([{ space: 'team:core', members: ['kim'] }]);
    const refused = await gateway.call('memory_store', { content: 'x', target_space: 'team:core' });
    expect(refused.facts).toMatchObject({ ok: false, rule: 'not_a_member' });
    const fault = await faultOf(admin.changeTeam({ action: 'add', team: 'core', user: 'who' }));
    expect(fault.reason).toBe('INVALID_PARAM_VALUE');
    const audit = await gateway.logbook.audit.recent({ limit: 10 });
    expect(audit.map(({ tool, action }) => `${tool} ${action}`)).toEqual(
      expect.arrayContaining(['errata engram users done', 'errata engram teams done']),
    );
    expect(JSON.stringify(audit)).not.toContain(token);
  });
});
