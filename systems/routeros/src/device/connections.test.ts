import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Fault } from '@errata/core';
import { closing, eventually, faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { createCertificate } from '../../lab/sim/tls.js';
import { deviceRecord, expectNoPassword } from '../../lab/testing/fixtures.js';
import {
  answerJson,
  type Behaviour,
  PASSWORD,
  startDevice,
  testFleet,
  USERNAME,
} from '../../lab/testing/devices.js';

const open = closing();
const well: Behaviour = (_, response) => answerJson(response, 200, [{ '.id': '*1' }]);

async function startPlain(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).resume());
    socket.once('close', () => sockets.delete(socket));
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function freeAddress(): Promise<string> {
  const server = await startPlain(() => undefined);
  await server.close();
  return server.address;
}

describe('a device that cannot be reached', () => {
  it('refuses connections', async () => {
    const address = await freeAddress();
    const fault = await faultOf(
      open(testFleet()).connect(deviceRecord(address)).list('/ip/address'),
    );
    expect(fault.reason).toBe('DEVICE_UNREACHABLE');
    expect(fault.details).toBe(`Connection refused to ${address}`);
    expect(fault.context).toEqual({
      device_id: 'dev-lab-01',
      management_address: address,
      error_type: 'ECONNREFUSED',
      routeros_error: `connect ECONNREFUSED ${address}`,
      retry_after: 60,
    });
    expect(fault.effect).toBe('none');
    expect(fault.strategy).toBe('retry_with_backoff');
    expectNoPassword(fault);
  });

  it('resets connections before they are established: a read is tried three times, a write once', async () => {
    let accepted = 0;
    const server = open(
      await startPlain((socket) => {
        accepted++;
        socket.destroy();
      }),
    );
    const router = open(testFleet()).connect(deviceRecord(server.address));
    const fault = await faultOf(router.list('/ip/address'));
    expect(fault.context).toMatchObject({ error_type: 'ECONNRESET' });
    expect(accepted).toBe(3);
    const write = await faultOf(router.create('/ip/address', {}));
    expect(write.reason).toBe('DEVICE_UNREACHABLE');
    expect(write.effect).toBe('none');
    expect(accepted).toBe(4);
  });

  it('accepts connections and never speaks', async () => {
    const server = open(await startPlain(() => undefined));
    const fleet = open(testFleet({ requestTimeout: 100 }));
    const fault = await faultOf(
      fleet.connect(deviceRecord(server.address)).create('/ip/address', {}),
    );
    expect(fault.reason).toBe('DEVICE_UNREACHABLE');
    expect(fault.details).toBe('Connection timeout after 0.1 seconds');
    expect(fault.context).toMatchObject({
      ...{ error_type: 'ETIMEDOUT', timeout_seconds: 0.1 },
      routeros_error: `connect ETIMEDOUT ${server.address}`,
    });
    expect(fault.effect).toBe('none');
  });

  it('does not speak TLS', async () => {
    const server = open(await startPlain((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n')));
    const fault = await faultOf(
      open(testFleet()).connect(deviceRecord(server.address)).list('/ip/address'),
    );
    expect(fault.reason).toBe('DEVICE_UNREACHABLE');
    expect(fault.details).toMatch(/^No secure connection to 127\.0\.0\.1:\d+ \([A-Z_]+\)$/);
    expectNoPassword(fault);
  });
});

/** The advice is to look before sending it again. */
function expectLookFirst(fault: Fault): void {
  expect([fault.strategy, fault.retryable]).toEqual(['user_action_required', false]);
  expect(fault.suggestion).toBe('Read what the device has now before sending it again');
  expect(fault.context).not.toHaveProperty('retry_after');
  expect(JSON.stringify([fault.suggestions, fault.nextSteps])).not.toMatch(/retry|Wait/);
}

describe('an answer that is late or lost', () => {
  it('is a timeout: one attempt, and a write may have been done', async () => {
    const server = open(await startDevice(() => undefined));
    const router = open(testFleet({ requestTimeout: 1_000 })).connect(deviceRecord(server.address));
    const read = await faultOf(router.read('/system/resource'));
    expect(read.reason).toBe('TIMEOUT');
    expect(read.details).toBe('REST call to device timed out after 1.0 seconds');
    expect(read.context).toEqual({
      device_id: 'dev-lab-01',
      timeout_seconds: 1,
      operation: 'GET /rest/system/resource',
    });
    expect(read.effect).toBe('none');
    const write = await faultOf(router.remove('/ip/address', '*1'));
    expect([write.reason, write.effect]).toEqual(['TIMEOUT', 'unknown']);
    expect(write.details).toBe(
      'REST call to device timed out after 1.0 seconds; the change may have been made',
    );
    expectLookFirst(write);
    expect([read.strategy, read.retryable]).toEqual(['retry_with_backoff', true]);
    expect(server.requests).toHaveLength(2);
    expectNoPassword(write);
  });

  it('is a timeout too when the body does not end', async () => {
    const server = open(
      await startDevice((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('[');
      }),
    );
    const router = open(testFleet({ requestTimeout: 1_000 })).connect(deviceRecord(server.address));
    expect((await faultOf(router.list('/ip/address'))).reason).toBe('TIMEOUT');
  });

  it('has its time also where no timer can be set that far', async () => {
    const server = open(
      await startDevice((_, response) => void setTimeout(() => answerJson(response, 200, []), 50)),
    );
    const router = open(testFleet({ requestTimeout: 2 ** 40 })).connect(
      deviceRecord(server.address),
    );
    expect(await router.list('/ip/address')).toEqual([]);
    expect(await router.run('/ping', {}, { timeout: 2 ** 40 })).toEqual([]);
  });

  it('may take as long as its command says', async () => {
    const server = open(
      await startDevice(
        (_, response) => void setTimeout(() => answerJson(response, 200, []), 1_200),
      ),
    );
    const router = open(testFleet({ requestTimeout: 1_000 })).connect(deviceRecord(server.address));
    expect(await router.run('/ping', {}, { timeout: 600_000 })).toEqual([]);
  });

  it.each<[string, Behaviour]>([
    ['no answer', (request) => request.socket.destroy()],
    [
      'half a body',
      (request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
        response.write('[{', () => request.socket.destroy());
      },
    ],
  ])(
    'with %s is asked for again where it was a read, never where it was a write',
    async (_, bad) => {
      const server = open(await startDevice(bad));
      const router = open(testFleet()).connect(deviceRecord(server.address));
      const read = await faultOf(router.list('/ip/address'));
      expect([read.reason, read.effect]).toEqual(['DEVICE_UNREACHABLE', 'none']);
      expect(read.context).toMatchObject({ error_type: 'ECONNRESET' });
      expect(server.requests).toHaveLength(3);
      const write = await faultOf(router.create('/ip/address', {}));
      expect([write.reason, write.effect]).toEqual(['DEVICE_UNREACHABLE', 'unknown']);
      expect(write.details).toMatch(
        /broke before the answer was complete; the change may have been made$/,
      );
      expectLookFirst(write);
      expect(read.retryable).toBe(true);
      expect(server.requests).toHaveLength(4);
      expectNoPassword(write);
    },
  );

  it('is read in the end when only the first attempts failed', async () => {
    let failures = 2;
    const server = open(
      await startDevice((request, response) =>
        failures-- > 0 ? void request.socket.destroy() : answerJson(response, 200, [{ a: '1' }]),
      ),
    );
    const router = open(testFleet()).connect(deviceRecord(server.address));
    expect(await router.list('/ip/address')).toEqual([{ a: '1' }]);
  });
});

describe('the certificate of a device', () => {
  it.each([
    ['verify', 'DEPTH_ZERO_SELF_SIGNED_CERT', undefined],
    ['ca', 'DEPTH_ZERO_SELF_SIGNED_CERT', undefined],
    ['pin', 'CERT_FINGERPRINT_MISMATCH', undefined],
    ['pin', 'CERT_FINGERPRINT_MISMATCH', 'AB:CD'],
  ] as const)(
    'is refused by %s with %s before anything is sent',
    async (tls_mode, code, fingerprint) => {
      const server = open(await startDevice(well));
      const other = createCertificate('other', ['127.0.0.1']);
      const record = deviceRecord(server.address, {
        tls_mode,
        tls_ca: tls_mode === 'ca' ? other.cert : null,
        tls_fingerprint: fingerprint ?? null,
      });
      const fault = await faultOf(open(testFleet()).connect(record).list('/ip/address'));
      expect(fault.reason).toBe('DEVICE_UNREACHABLE');
      expect(fault.context).toEqual({
        device_id: 'dev-lab-01',
        management_address: server.address,
        error_type: code,
        routeros_error: `connect ${code} ${server.address}`,
      });
      expect(fault.strategy).toBe('user_action_required');
      expect(fault.retryable).toBe(false);
      expect(fault.effect).toBe('none');
      const { fingerprint: shown } = server.certificate;
      expect(fault.nextSteps?.[1]).toBe(
        `If it is that of this router: registry/update with tls_mode=pin, tls_fingerprint=${shown}${tls_mode === 'verify' ? '' : ' and its password'}`,
      );
      expect(server.requests).toEqual([]);
      expect(server.authorizations).toEqual([]);
      expectNoPassword(fault);
    },
  );

  it('is refused with its own authority where its name or time is wrong', async () => {
    const named = createCertificate('router', ['10.9.9.9']);
    const old = createCertificate('router', ['127.0.0.1'], Date.now() - 730 * 86_400_000);
    const fleet = open(testFleet());
    for (const [id, certificate, code] of [
      ['dev-a', named, 'ERR_TLS_CERT_ALTNAME_INVALID'],
      ['dev-b', old, 'CERT_HAS_EXPIRED'],
    ] as const) {
      const server = open(await startDevice(well, { certificate }));
      const record = { tls_mode: 'ca', tls_ca: certificate.cert, id } as const;
      const router = fleet.connect(deviceRecord(server.address, record));
      const fault = await faultOf(router.list('/ip/address'));
      expect(fault.context).toMatchObject({ error_type: code });
      expect(fault.nextSteps?.[1]).toContain(certificate.fingerprint);
      expect(server.authorizations).toEqual([]);
    }
  });

  it('is trusted nowhere where the record has no authority or a broken one', async () => {
    const server = open(await startDevice(well));
    const fleet = open(testFleet());
    for (const tls_ca of [null, 'no PEM']) {
      const router = fleet.connect(deviceRecord(server.address, { tls_mode: 'ca', tls_ca }));
      expect((await faultOf(router.list('/ip/address'))).reason).toBe('DEVICE_UNREACHABLE');
    }
    expect(server.authorizations).toEqual([]);
  });

  it('is accepted by its authority, and by its fingerprint in any spelling', async () => {
    const server = open(await startDevice(well));
    const { cert, fingerprint } = server.certificate;
    const fleet = open(testFleet());
    for (const trust of [
      { tls_mode: 'ca', tls_ca: cert },
      { tls_mode: 'pin', tls_fingerprint: fingerprint },
      { tls_mode: 'pin', tls_fingerprint: fingerprint.replaceAll(':', '').toLowerCase() },
    ] as const) {
      const router = fleet.connect(deviceRecord(server.address, trust));
      expect(await router.list('/ip/address')).toHaveLength(1);
    }
    const basic = Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64');
    expect(new Set(server.authorizations)).toEqual(new Set([`Basic ${basic}`]));
  });
});

describe('the connections to a device', () => {
  it('are used again', async () => {
    const server = open(await startDevice(well));
    const router = open(testFleet()).connect(deviceRecord(server.address));
    for (let i = 0; i < 20; i++) await router.list('/ip/address');
    expect(server.connections()).toBe(1);
  });

  it('are others after the record changed', async () => {
    const server = open(await startDevice(well));
    const fleet = open(testFleet());
    await fleet.connect(deviceRecord(server.address)).list('/ip/address');
    const pinned = { tls_mode: 'pin', tls_fingerprint: 'AB:CD' } as const;
    const router = fleet.connect(deviceRecord(server.address, pinned));
    expect((await faultOf(router.list('/ip/address'))).context).toMatchObject({
      error_type: 'CERT_FINGERPRINT_MISMATCH',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('are closed when the device is forgotten, after what runs on them has ended', async () => {
    const waiting: (() => void)[] = [];
    let arrived = () => {};
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const server = open(
      await startDevice((_, response) => {
        waiting.push(() => answerJson(response, 200, []));
        arrived();
      }),
    );
    const fleet = open(testFleet());
    const running = fleet.connect(deviceRecord(server.address)).list('/ip/address');
    await arrival;
    await fleet.forget('dev-lab-01');
    waiting.forEach((answer) => answer());
    expect(await running).toEqual([]);
    await eventually(server.openSockets).toBe(0);
  });

  it('are given up when the caller does not want to wait, with the reason of the caller', async () => {
    const controller = new AbortController();
    const server = open(await startDevice(() => controller.abort('changed my mind')));
    const options = { signal: controller.signal };
    const router = open(testFleet()).connect(deviceRecord(server.address), options);
    await expect(router.list('/ip/address')).rejects.toBe('changed my mind');
    await eventually(server.openSockets).toBe(0);
    await expect(router.list('/ip/address')).rejects.toBe('changed my mind');
    expect(server.requests).toHaveLength(1);
  });

  it('to 200 devices leave no sockets behind', async () => {
    const server = open(await startDevice(well));
    const mute = open(await startPlain(() => undefined));
    const fleet = testFleet();
    const stuck = fleet.connect(deviceRecord(mute.address, { id: 'mute' })).list('/ip/address');
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        fleet.connect(deviceRecord(server.address, { id: `dev-${index}` })).list('/ip/address'),
      ),
    );
    expect(answers).toHaveLength(200);
    // Opened, not open: what is idle for long is closed, and a busy machine may take that long.
    expect(server.connections()).toBe(200);
    await eventually(() => mute.sockets.size).toBe(1);
    await Promise.all([fleet.close(), expect(stuck).rejects.toThrow()]);
    await eventually(server.openSockets).toBe(0);
    await eventually(() => mute.sockets.size).toBe(0);
    const router = fleet.connect(deviceRecord(server.address));
    await expect(router.list('/ip/address')).rejects.toThrow('are closed');
  });
});
