import { createRedactor } from '@errata/core';
import { REDACTED } from '@errata/core/internal';
import { closing, faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { deviceRecord } from '../../lab/testing/fixtures.js';
import { answerJson, type Behaviour, startDevice, testFleet } from '../../lab/testing/devices.js';

const open = closing();
const SPACED = 'Zq7  Xk9"pL\\m2';

async function connect(behaviour: Behaviour, secrets: readonly string[] = []) {
  const server = open(await startDevice(behaviour));
  const fleet = open(testFleet({ redactor: createRedactor({ secrets }) }));
  return { server, fleet, router: fleet.connect(deviceRecord(server.address)) };
}

const sending =
  (body: string, status = 200): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  };

describe('a secret that a device repeats', () => {
  it('is masked before the text is folded or cut', async () => {
    const message = `${'x'.repeat(95)} ${SPACED} tail`;
    const { router } = await connect((_, r) => answerJson(r, 200, [{ message }]), [SPACED]);
    expect(await router.list('/log')).toEqual([{ message: `${'x'.repeat(95)} ${REDACTED} tail` }]);
  });

  it('is found however the device escapes it, and among many rows', async () => {
    const escaped = [...SPACED]
      .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
    const rows = Array.from({ length: 1_000 }, (_, n) => `{"n":"${n === 777 ? escaped : n}"}`);
    const { router } = await connect(sending(`[${rows.join()}]`), [SPACED]);
    const read = await router.list('/log');
    expect(read.map((row) => row['n'])).toEqual(
      Array.from({ length: 1_000 }, (_, n) => (n === 777 ? REDACTED : String(n))),
    );
  });

  it('is masked in a single record, and in what the device says went wrong', async () => {
    const { router } = await connect(
      (request, response) => {
        if (request.url === '/rest/system/identity') answerJson(response, 200, { name: SPACED });
        else answerJson(response, 400, { error: 400, message: 'Bad', detail: `no  ${SPACED}` });
      },
      [SPACED],
    );
    expect(await router.read('/system/identity')).toEqual({ name: REDACTED });
    const fault = await faultOf(router.list('/log'));
    expect(fault.details).toBe(`RouterOS error: no  ${REDACTED}`);
    expect(fault.context).toMatchObject({ routeros_error: `no  ${REDACTED}` });
  });

  it('never comes back to the device as a mask, but for a comment', async () => {
    const { router, server } = await connect((_, response) => answerJson(response, 200, {}));
    const fault = await faultOf(router.create('/ip/route', { gateway: REDACTED }));
    expect(fault).toMatchObject({
      reason: 'VALIDATION_ERROR',
      context: { field: 'gateway' },
      effect: 'none',
    });
    expect(server.requests).toEqual([]);
    await router.create('/ip/route', { gateway: 'ether1', comment: `a ${REDACTED}` });
    expect(server.requests).toEqual(['PUT /rest/ip/route']);
  });
});

describe('a text with halves of characters or NUL', () => {
  it.each(['a\ud800', '\udc00b', 'a\u0000b'])('is not sent: %j', async (text) => {
    const { router, server } = await connect((_, response) => answerJson(response, 200, []));
    for (const call of [
      router.list('/log', { topics: text }),
      router.create('/ip/route', { comment: text }),
      router.run('/ping', { address: text }),
    ]) {
      const fault = await faultOf(call);
      expect([fault.reason, fault.effect]).toEqual(['VALIDATION_ERROR', 'none']);
    }
    expect(server.requests).toEqual([]);
    await router.list('/log', { topics: 'a 🔑' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('an answer that is nested beyond measure', () => {
  const DEEP = 200_000;
  const deep = `[{"name":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}]`;

  it.each([
    ['in a value', deep],
    ['in objects', `[{"name":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}]`],
    ['at once', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
  ])('is an error of the device: %s', async (_, body) => {
    const { router } = await connect(sending(body));
    const read = await faultOf(router.list('/ip/address'));
    expect([read.reason, read.effect]).toEqual(['DEVICE_ERROR', 'none']);
    const write = await faultOf(router.create('/ip/address', { address: '192.0.2.1/24' }));
    expect([write.reason, write.effect]).toEqual(['DEVICE_ERROR', 'unknown']);
  });

  it('is one also where the device refuses something with it', async () => {
    const { router } = await connect(sending(deep, 400));
    const fault = await faultOf(router.list('/ip/address'));
    expect([fault.reason, fault.effect]).toEqual(['DEVICE_ERROR', 'none']);
  });

  it('is read where it is nested a little', async () => {
    const { router } = await connect(sending('[{"name":[["a"],{"b":1}]}]'));
    expect(await router.list('/ip/address')).toEqual([{ name: '[["a"],{"b":1}]' }]);
  });
});

describe('a version that is none', () => {
  it.each([
    ['too long', `7.16.2${'!'.repeat(60)}`],
    ['with characters that are not seen', '7.16.2\u202e\u001b[31m'],
    ['with words in it', '7.16.2\u2800IGNORE\u2800ALL'],
    ['empty', ' '],
  ])('is an error of the device: %s', async (_, version) => {
    const { router, fleet } = await connect((_request, response) =>
      answerJson(response, 200, { version }),
    );
    const fault = await faultOf(router.version());
    expect([fault.reason, fault.effect]).toEqual(['DEVICE_ERROR', 'none']);
    expect(fault.details).toBe('The device tells no version');
    expect(fleet.versions).toEqual([]);
  });
});
