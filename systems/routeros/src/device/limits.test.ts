import type { ServerResponse } from 'node:http';
import { closing, createManualClock, eventually, faultOf } from '@errata/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceRecord, expectNoPassword } from '../../lab/testing/fixtures.js';
import { answerJson, startDevice, testFleet } from '../../lab/testing/devices.js';

const open = closing();

/** A device that answers on demand. */
async function startPatient() {
  const pending: ServerResponse[] = [];
  const server = open(await startDevice((_, response) => void pending.push(response)));
  return {
    server,
    pending,
    answerNext: () => {
      const response = pending.shift();
      if (response !== undefined) answerJson(response, 200, []);
    },
  };
}

describe('how much a device is asked at the same time', () => {
  it('is limited: eight more wait, the next gets a time to come back', async () => {
    const { server, pending, answerNext } = await startPatient();
    const router = open(testFleet()).connect(deviceRecord(server.address, { max_concurrent: 3 }));
    const calls = Array.from({ length: 11 }, () => router.list('/ip/address'));
    await eventually(() => pending.length).toBe(3);
    const fault = await faultOf(router.list('/ip/address'));
    expect(fault.reason).toBe('RATE_LIMITED');
    expect(fault.details).toBe("Too many requests to device 'dev-lab-01'");
    expect(fault.context).toEqual({
      device_id: 'dev-lab-01',
      limit: '3 requests per device',
      current_count: 11,
      retry_after: expect.any(Number),
    });
    expect(fault.retryAfter).toBeGreaterThanOrEqual(1);
    expect([fault.effect, fault.strategy]).toEqual(['none', 'retry_with_backoff']);
    for (let answered = 0; answered < 11; answered++) {
      await eventually(() => pending.length).toBe(Math.min(3, 11 - answered));
      answerNext();
    }
    await Promise.all(calls);
    expect(server.requests).toHaveLength(11);
    expect(server.connections()).toBe(3);
  });

  it('is refused to who has waited as long as a request may take', async () => {
    const { server, pending, answerNext } = await startPatient();
    const fleet = open(testFleet({ requestTimeout: 1_000 }));
    const router = fleet.connect(deviceRecord(server.address, { max_concurrent: 1 }));
    const running = router.run('/ping', {}, { timeout: 60_000 });
    await eventually(() => pending.length).toBe(1);
    const fault = await faultOf(router.list('/ip/address'));
    expect(fault.context).toMatchObject({ limit: '1 requests per device', current_count: 2 });
    answerNext();
    await running;
    expect(server.requests).toHaveLength(1);
  });

  it('never exceeds the limit', async () => {
    let running = 0;
    let most = 0;
    const server = open(
      await startDevice((_, response) => {
        most = Math.max(most, ++running);
        setTimeout(() => {
          running--;
          answerJson(response, 200, {});
        }, 2);
      }),
    );
    const fleet = open(testFleet());
    let id = 0;
    const limit = fc.integer({ min: 1, max: 4 });
    const calls = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(limit, calls, async (max_concurrent, writes) => {
        most = 0;
        const record = deviceRecord(server.address, { id: `dev-${id++}`, max_concurrent });
        const router = fleet.connect(record);
        const outcomes = await Promise.allSettled(
          writes.map((write) => (write ? router.create('/x', {}) : router.list('/x'))),
        );
        const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
        expect(most).toBeLessThanOrEqual(max_concurrent);
        expect(refused).toHaveLength(Math.max(0, writes.length - max_concurrent - 8));
        await fleet.forget(record.id);
      }),
      { numRuns: 30 },
    );
  });
});

describe('how much a device is asked per minute', () => {
  it('is limited to the millisecond, and retry_after is long enough', async () => {
    const clock = createManualClock();
    const server = open(await startDevice((_, response) => answerJson(response, 200, [])));
    const fleet = open(testFleet({ now: clock.now }));
    const router = fleet.connect(deviceRecord(server.address, { requests_per_minute: 3 }));
    for (let i = 0; i < 3; i++) {
      await router.list('/ip/address');
      clock.advance(1_500);
    }
    const fault = await faultOf(router.list('/ip/address'));
    expect(fault.reason).toBe('RATE_LIMITED');
    expect(fault.context).toEqual({
      device_id: 'dev-lab-01',
      limit: '3 requests per minute',
      current_count: 3,
      retry_after: 56,
    });
    expect(fault.details).toBe("Too many requests to device 'dev-lab-01'");
    expect(fault.nextSteps).toBeUndefined();
    clock.advance(55_499);
    expect((await faultOf(router.list('/ip/address'))).retryAfter).toBe(1);
    clock.advance(1);
    await router.list('/ip/address');
    expect((await faultOf(router.list('/ip/address'))).retryAfter).toBe(2);
    clock.advance(2_000);
    await router.list('/ip/address');
    expect(server.requests).toHaveLength(5);
  });

  it('has limits of their own for some commands, for each device', async () => {
    const clock = createManualClock();
    const server = open(await startDevice((_, response) => answerJson(response, 200, [])));
    const fleet = open(testFleet({ now: clock.now }));
    const router = fleet.connect(deviceRecord(server.address));
    const options = { limit: { name: 'pings', perMinute: 2 } };
    await router.run('/ping', {}, options);
    await router.run('/ping', {}, options);
    const fault = await faultOf(router.run('/ping', {}, options));
    expect(fault.context).toMatchObject({ limit: '2 pings per minute', retry_after: 60 });
    expect(fault.details).toBe("Too many pings to device 'dev-lab-01'");
    expect(fault.nextSteps).toEqual([
      'Only pings are limited like this: other tools still work on the device',
    ]);
    await router.list('/ip/address');
    await fleet.connect(deviceRecord(server.address, { id: 'other' })).run('/ping', {}, options);
    clock.advance(60_000);
    await router.run('/ping', {}, options);
  });

  it('counts attempts, and outlives a changed record', async () => {
    const server = open(await startDevice((request) => request.socket.destroy()));
    const fleet = open(testFleet());
    const router = fleet.connect(deviceRecord(server.address, { requests_per_minute: 2 }));
    expect((await faultOf(router.list('/ip/address'))).reason).toBe('DEVICE_UNREACHABLE');
    expect(server.requests).toHaveLength(2);
    await fleet.forget('dev-lab-01');
    expect((await faultOf(router.list('/ip/address'))).reason).toBe('RATE_LIMITED');
  });
});

describe('a request that takes something back', () => {
  it('is counted, and not refused for the minute', async () => {
    const server = open(await startDevice((_, response) => answerJson(response, 200, [])));
    const fleet = open(testFleet({ now: createManualClock().now }));
    const device = deviceRecord(server.address, { requests_per_minute: 2 });
    const cleaning = fleet.connect(device, { priority: 'cleanup' });
    for (let n = 0; n < 4; n++) await cleaning.list('/ip/address');
    expect(server.requests).toHaveLength(4);
    const fault = await faultOf(fleet.connect(device).list('/ip/address'));
    expect(fault).toMatchObject({ reason: 'RATE_LIMITED', context: { current_count: 4 } });
  });

  it('is repeated like any other, also over the limit', async () => {
    const server = open(
      await startDevice((_, response) => {
        if (server.requests.length < 3) response.socket?.destroy();
        else answerJson(response, 200, []);
      }),
    );
    const fleet = open(testFleet());
    const device = deviceRecord(server.address, { requests_per_minute: 1 });
    await fleet.connect(device, { priority: 'cleanup' }).list('/ip/address');
    expect(server.requests).toHaveLength(3);
  });

  it('goes before those who wait, also where no more may wait', async () => {
    const { server, pending, answerNext } = await startPatient();
    const fleet = open(testFleet());
    const device = deviceRecord(server.address, { max_concurrent: 1 });
    const router = fleet.connect(device);
    const calls = Array.from({ length: 9 }, () => router.list('/ip/address'));
    await eventually(() => pending.length).toBe(1);
    const cleaning = fleet.connect(device, { priority: 'cleanup' }).list('/ip/route');
    for (let answered = 0; answered < 10; answered++) {
      await eventually(() => pending.length).toBe(1);
      answerNext();
    }
    await Promise.all([...calls, cleaning]);
    expect(server.requests[1]).toBe('GET /rest/ip/route');
  });
});

describe('a device that fails again and again', () => {
  async function failingDevice() {
    const clock = createManualClock();
    let well = false;
    const server = open(
      await startDevice((request, response) =>
        well ? answerJson(response, 200, []) : void request.socket.destroy(),
      ),
    );
    const fleet = open(testFleet({ now: clock.now }));
    const router = fleet.connect(deviceRecord(server.address));
    const fail = async (times: number) => {
      for (let i = 0; i < times; i++) await faultOf(router.remove('/ip/address', '*1'));
    };
    const recover = () => (well = true);
    return { clock, server, fleet, router, fail, recover };
  }

  it('is left alone for a while, then tried once', async () => {
    const { clock, server, router, fail, recover } = await failingDevice();
    await fail(5);
    expect(server.requests).toHaveLength(5);
    clock.advance(12_300);
    const fault = await faultOf(router.list('/ip/address'));
    expect(fault.reason).toBe('DEVICE_UNREACHABLE');
    expect(fault.details).toBe(
      'Device failed 5 times in a row (last: ECONNRESET) and is left alone for 18 more seconds',
    );
    expect(fault.context).toMatchObject({ error_type: 'ECONNRESET', retry_after: 18 });
    expect(fault.effect).toBe('none');
    expect(server.requests).toHaveLength(5);
    expectNoPassword(fault);
    clock.advance(18_000);
    await fail(1);
    expect(server.requests).toHaveLength(6);
    expect((await faultOf(router.list('/ip/address'))).retryAfter).toBe(30);
    clock.advance(30_000);
    recover();
    const outcomes = await Promise.allSettled([
      router.list('/ip/address'),
      router.list('/ip/address'),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await Promise.all([router.list('/ip/address'), router.list('/ip/address')]);
  });

  it('is tried at once after its record changed', async () => {
    const { server, fleet, fail, router } = await failingDevice();
    await fail(5);
    await fleet.forget('dev-lab-01');
    await faultOf(router.remove('/ip/address', '*1'));
    expect(server.requests).toHaveLength(6);
  });

  it('is not left alone for errors that it tells itself, nor for callers that went away', async () => {
    let status = 401;
    const gone = new AbortController();
    const server = open(
      await startDevice((_, response) =>
        status === 0 ? gone.abort('gone') : answerJson(response, status, {}),
      ),
    );
    const fleet = open(testFleet());
    const record = deviceRecord(server.address);
    for (status of [401, 400, 500, 401, 400, 500]) {
      await faultOf(fleet.connect(record).remove('/ip/address', '*1'));
    }
    status = 0;
    const { signal } = gone;
    await expect(fleet.connect(record, { signal }).list('/ip/address')).rejects.toBe('gone');
    status = 200;
    expect(await fleet.connect(record).list('/ip/address')).toHaveLength(1);
  });
});
