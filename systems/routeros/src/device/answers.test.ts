import type { ServerResponse } from 'node:http';
import { closing, faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { deviceRecord, expectNoPassword } from '../../lab/testing/fixtures.js';
import { answerJson, type Behaviour, startDevice, testFleet } from '../../lab/testing/devices.js';
import type { Router } from './fleet.js';

const open = closing();

async function connect(behaviour: Behaviour) {
  const server = open(await startDevice(behaviour));
  const record = deviceRecord(server.address, { routeros_version: '7.16.2' });
  return { server, router: open(testFleet()).connect(record) };
}

const trap = (status: number, detail?: string) => (response: ServerResponse) =>
  answerJson(response, status, { error: status, message: `Message ${status}`, detail });
const text = (status: number, type: string, body: string) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
};

const read = (router: Router) => router.list('/ip/address');
const write = (router: Router) => router.change('/ip/address', '*2', { comment: 'x' });
const LONG = `failure: ${'x'.repeat(300)}`;

interface Case {
  readonly title: string;
  readonly answer: (response: ServerResponse) => void;
  readonly call: (router: Router) => Promise<unknown>;
  readonly reason: string;
  readonly context?: object;
  readonly details: string | RegExp;
  readonly effect: string;
  readonly strategy: string;
  readonly requests?: number;
}

const CASES: readonly Case[] = [
  {
    title: '401 on a write',
    answer: trap(401),
    call: write,
    reason: 'DEVICE_AUTH_FAILED',
    context: { device_id: 'dev-lab-01', credential_kind: 'routeros_rest' },
    details: 'HTTP 401 Unauthorized from RouterOS',
    effect: 'none',
    strategy: 'user_action_required',
  },
  {
    title: '403',
    answer: text(403, 'text/html', '<p>no</p>'),
    call: read,
    reason: 'DEVICE_AUTH_FAILED',
    details: "Authentication failed for device 'dev-lab-01'",
    effect: 'none',
    strategy: 'user_action_required',
  },
  {
    title: 'a user without the policy',
    answer: trap(500, 'not enough permissions (9)'),
    call: write,
    reason: 'DEVICE_AUTH_FAILED',
    details: /not enough permissions/,
    effect: 'none',
    strategy: 'user_action_required',
  },
  {
    title: 'a menu that does not exist',
    answer: trap(400, 'no such command or directory (wifi)'),
    call: (router) => router.list('/interface/wifi'),
    reason: 'DEVICE_UNSUPPORTED',
    context: { device_id: 'dev-lab-01', routeros_version: '7.16.2' },
    details: 'The device has no menu or command /interface/wifi',
    effect: 'none',
    strategy: 'report_and_abort',
  },
  {
    title: 'a row that does not exist',
    answer: trap(404, 'no such item'),
    call: write,
    reason: 'DEVICE_ERROR',
    context: {
      device_id: 'dev-lab-01',
      routeros_error: 'no such item',
      operation: 'PATCH /rest/ip/address/*2',
      http_status: 404,
    },
    details: 'RouterOS error: no such item',
    effect: 'none',
    strategy: 'fix_and_retry',
  },
  {
    title: 'an error without a detail',
    answer: trap(400),
    call: read,
    reason: 'DEVICE_ERROR',
    details: 'RouterOS error: Message 400',
    effect: 'none',
    strategy: 'fix_and_retry',
  },
  {
    title: 'a long error',
    answer: trap(400, LONG),
    call: read,
    reason: 'DEVICE_ERROR',
    context: {
      device_id: 'dev-lab-01',
      routeros_error: LONG.slice(0, 100),
      operation: 'GET /rest/ip/address',
      http_status: 400,
    },
    details: `RouterOS error: ${LONG.slice(0, 100)}`,
    effect: 'none',
    strategy: 'fix_and_retry',
  },
  {
    title: 'a read that the device fails at',
    answer: trap(500, 'internal'),
    call: read,
    reason: 'DEVICE_ERROR',
    details: 'RouterOS error: internal',
    effect: 'none',
    strategy: 'report_and_abort',
  },
  {
    title: 'a write that the device fails at',
    answer: trap(500, 'internal'),
    call: write,
    reason: 'DEVICE_ERROR',
    details: 'RouterOS error: internal',
    effect: 'unknown',
    strategy: 'report_and_abort',
  },
  {
    title: 'a read of a device that is not ready',
    answer: trap(503, 'starting'),
    call: read,
    reason: 'DEVICE_ERROR',
    details: 'RouterOS error: starting',
    effect: 'none',
    strategy: 'report_and_abort',
    requests: 3,
  },
  {
    title: 'a write to a device that is not ready',
    answer: trap(503, 'starting'),
    call: write,
    reason: 'DEVICE_ERROR',
    details: 'RouterOS error: starting',
    effect: 'unknown',
    strategy: 'report_and_abort',
  },
  {
    title: 'a command that reads and ran too long',
    answer: trap(400, 'Session closed'),
    call: (router) => router.run('/ping', { address: '10.0.0.1' }),
    reason: 'DEVICE_ERROR',
    details: /Session closed, because the command ran longer/,
    effect: 'none',
    strategy: 'fix_and_retry',
  },
  {
    title: 'a command that changes and ran too long',
    answer: trap(400, 'Session closed'),
    call: (router) => router.run('/ip/dns/set', { servers: '' }, { changes: true }),
    reason: 'DEVICE_ERROR',
    details: /Session closed/,
    effect: 'unknown',
    strategy: 'fix_and_retry',
  },
  {
    title: 'a page in place of JSON',
    answer: text(200, 'text/html', '<html>secret page</html>'),
    call: read,
    reason: 'DEVICE_ERROR',
    details: 'The answer of the device is not JSON',
    effect: 'none',
    strategy: 'report_and_abort',
  },
  {
    title: 'a page in place of an error',
    answer: text(404, 'text/html', '<html>secret page</html>'),
    call: write,
    reason: 'DEVICE_ERROR',
    details: /^RouterOS error on device 'dev-lab-01': HTTP 404 without an error of RouterOS/,
    effect: 'none',
    strategy: 'fix_and_retry',
  },
  {
    title: 'a redirection',
    answer: (response) => void response.writeHead(302, { location: '/webfig/' }).end(),
    call: write,
    reason: 'DEVICE_ERROR',
    details: 'HTTP 302 without an error of RouterOS',
    effect: 'unknown',
    strategy: 'report_and_abort',
  },
  {
    title: 'broken JSON',
    answer: text(200, 'application/json', '[{"secret page'),
    call: write,
    reason: 'DEVICE_ERROR',
    details: 'The answer of the device is broken JSON',
    effect: 'unknown',
    strategy: 'report_and_abort',
  },
  {
    title: 'JSON of another shape',
    answer: text(200, 'application/json', '[["secret page"]]'),
    call: read,
    reason: 'DEVICE_ERROR',
    details: 'The answer of the device is no list of records',
    effect: 'none',
    strategy: 'report_and_abort',
  },
  {
    title: 'many records where there is one',
    answer: text(200, 'application/json', '[{},{}]'),
    call: (router) => router.read('/system/resource'),
    reason: 'DEVICE_ERROR',
    details: 'The device answered with 2 records in place of one',
    effect: 'none',
    strategy: 'report_and_abort',
  },
  {
    title: 'an answer that does not end',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(1024 * 1024, 'a');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    },
    call: read,
    reason: 'DEVICE_ERROR',
    details: 'The answer of the device is larger than 16 MiB',
    effect: 'none',
    strategy: 'fix_and_retry',
  },
  {
    title: 'an answer that is no HTTP',
    answer: (response) => void response.socket?.end('secret page\r\n\r\n'),
    call: write,
    reason: 'DEVICE_ERROR',
    details: 'The answer of the device is no valid HTTP',
    effect: 'unknown',
    strategy: 'report_and_abort',
  },
  {
    title: 'a device without a version',
    answer: text(200, 'application/json', '{"uptime":"1s"}'),
    call: (router) => router.version(),
    reason: 'DEVICE_ERROR',
    details: 'The device tells no version',
    effect: 'none',
    strategy: 'report_and_abort',
  },
];

describe('what a device answers', () => {
  it.each(CASES)('$title is $reason', async (expected) => {
    const { server, router } = await connect((_, response) => expected.answer(response));
    const fault = await faultOf(expected.call(router));
    expect(fault.reason).toBe(expected.reason);
    if (expected.context !== undefined) expect(fault.context).toEqual(expected.context);
    expect(fault.details).toMatch(expected.details);
    expect(fault.effect).toBe(expected.effect);
    expect(fault.strategy).toBe(expected.strategy);
    expect(JSON.stringify([fault.given, fault.context, fault.details])).not.toContain('secret');
    expect(server.requests).toHaveLength(expected.requests ?? 1);
    expectNoPassword(fault);
  });

  it('keeps the whole of a long error for the operator', async () => {
    const { router } = await connect((_, response) => trap(400, LONG)(response));
    expect((await faultOf(read(router))).given.debug).toBe(LONG);
  });

  it('is reported as text, whatever it is', async () => {
    const row = { '.id': '*1', number: 5, flag: true, nothing: null, nested: { a: [1] } };
    const { router } = await connect((_, response) => answerJson(response, 200, [row]));
    expect(await read(router)).toEqual([
      { '.id': '*1', number: '5', flag: 'true', nothing: '', nested: '{"a":[1]}' },
    ]);
  });

  it('may be one record, none, or nothing at all', async () => {
    const bodies = ['{"a":"1"}', '[]', ''];
    const { router } = await connect((_, response) =>
      text(200, 'application/json', bodies.shift() ?? '')(response),
    );
    expect(await read(router)).toEqual([{ a: '1' }]);
    expect(await read(router)).toEqual([]);
    expect(await router.run('/ip/dns/cache/flush', {}, { changes: true })).toEqual([]);
  });
});

describe('what is asked of a device', () => {
  it('has the methods and paths of RouterOS', async () => {
    const { server, router } = await connect((request, response) =>
      request.method === 'DELETE'
        ? void response.writeHead(204).end()
        : answerJson(response, 200, { '.id': '*1' }),
    );
    await router.list('/ip/address', { interface: 'ether1 & 2', '.proplist': '.id' });
    await router.get('/ip/address', '*1');
    await router.create('/ip/address', { address: '10.0.0.1/24' });
    await router.change('/ip/address', '*1', { comment: 'x' });
    await router.remove('/ip/address', '*1');
    await router.run('/ping', { address: '10.0.0.1' });
    expect(server.requests).toEqual([
      'GET /rest/ip/address?interface=ether1%20%26%202&.proplist=.id',
      'GET /rest/ip/address/*1',
      'PUT /rest/ip/address',
      'PATCH /rest/ip/address/*1',
      'DELETE /rest/ip/address/*1',
      'POST /rest/ping',
    ]);
  });

  it.each(['', '.', '..', 'a\nb'])('is never about the row %j', async (id) => {
    const { server, router } = await connect((_, response) => answerJson(response, 200, {}));
    expect((await faultOf(router.remove('/ip/address', id))).reason).toBe('VALIDATION_ERROR');
    expect(server.requests).toEqual([]);
  });

  it('cannot leave its menu by an id', async () => {
    const { server, router } = await connect((_, response) => answerJson(response, 200, {}));
    await router.get('/ip/address', '../../system/reboot?x');
    expect(server.requests).toEqual(['GET /rest/ip/address/..%2F..%2Fsystem%2Freboot%3Fx']);
    await expect(router.list('/ip/../user')).rejects.toThrow(TypeError);
  });
});

describe('the version of a device', () => {
  it('is read once a minute, and stored in the registry when it changed', async () => {
    let time = 0;
    const versions = ['7.16.2 (stable)', '7.16.2 (stable)', '7.17 (stable)'];
    const server = open(
      await startDevice((_, response) => answerJson(response, 200, { version: versions.shift() })),
    );
    const fleet = open(testFleet({ now: () => time }));
    const router = fleet.connect(deviceRecord(server.address, { routeros_version: '7.15' }));
    expect(await router.version()).toBe('7.16.2');
    time = 59_999;
    expect(await router.version()).toBe('7.16.2');
    expect(server.requests).toHaveLength(1);
    time = 60_000;
    expect(await router.version()).toBe('7.16.2');
    expect(fleet.versions).toEqual(['dev-lab-01 7.16.2']);
    time = 120_000;
    expect(await router.version()).toBe('7.17');
    expect(fleet.versions).toEqual(['dev-lab-01 7.16.2', 'dev-lab-01 7.17']);
  });
});
