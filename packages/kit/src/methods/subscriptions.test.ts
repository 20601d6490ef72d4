import { erlmcp } from '@errata/catalogs/erlmcp';
import { describe, expect, it } from 'vitest';
import type { FaultRecord } from '@errata/core';
import type { Resource, Watch } from '../resource.js';
import { createClock, createSample, notes } from '../testing/sample.js';
import { shakeHands } from '@errata/testing/wire';

const uri = 'clock://now';
const watchedBy = (watch: Watch): Resource => ({ ...createClock(), watch });

describe('resources/subscribe', () => {
  it('reports every change, until it is undone', async () => {
    const clock = createClock();
    const wire = await shakeHands(createSample({ resources: [clock] }));
    expect((await wire.ask('resources/subscribe', { uri })).result).toEqual({});
    clock.tick();
    clock.tick();
    expect(wire.texts).toEqual(
      Array(2).fill(
        '{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"clock://now"}}',
      ),
    );
    expect((await wire.ask('resources/unsubscribe', { uri })).result).toEqual({});
    clock.tick();
    expect(wire.texts).toHaveLength(2);
    expect(clock.watchers).toBe(0);
  });

  it('watches once for several subscriptions', async () => {
    const clock = createClock();
    const wire = await shakeHands(createSample({ resources: [clock] }));
    await wire.ask('resources/subscribe', { uri });
    await wire.ask('resources/subscribe', { uri });
    expect(clock.watchers).toBe(1);
  });

  it('ends with the connection', async () => {
    const clock = createClock();
    const kit = createSample({ resources: [clock] });
    const wires = [await shakeHands(kit), await shakeHands(kit)];
    for (const wire of wires) await wire.ask('resources/subscribe', { uri });
    expect(clock.watchers).toBe(2);
    wires[0]!.connection.close();
    expect(clock.watchers).toBe(1);
    clock.tick();
    expect(wires.map(({ texts }) => texts.length)).toEqual([0, 1]);
  });

  it('can be undone while it starts', async () => {
    const begun: (() => void)[] = [];
    let stopped = 0;
    const slow = watchedBy(
      () => new Promise((resolve) => begun.push(() => resolve(() => void stopped++))),
    );
    const kit = createSample({ resources: [slow] });
    for (const end of ['close', 'unsubscribe'] as const) {
      const wire = await shakeHands(kit);
      const reply = wire.ask('resources/subscribe', { uri });
      if (end === 'close') wire.connection.close();
      else await wire.ask('resources/unsubscribe', { uri });
      begun.pop()!();
      await reply;
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toBe(2);
  });

  it.each<[string, Watch]>([
    [
      'at once',
      () => {
        throw new Error('ENOSPC: inotify');
      },
    ],
    ['later', () => Promise.reject(new Error('ENOSPC: inotify'))],
  ])('fails if the watcher fails, %s', async (_, watch) => {
    const records: FaultRecord[] = [];
    const kit = createSample({
      resources: [watchedBy(watch)],
      onFault: (record) => records.push(record),
    });
    const wire = await shakeHands(kit);
    for (const _again of [1, 2]) {
      expect((await wire.ask('resources/subscribe', { uri })).error).toEqual({
        code: -32006,
        message: 'Subscription failed',
        data: { uri, details: 'The resource cannot be watched', effect: 'none' },
      });
    }
    expect(JSON.stringify(records[0])).toContain('ENOSPC');
  });

  it('fails with the text of the watcher, if it has one', async () => {
    const details = 'Nothing changes here on Sundays';
    const watch = (): never => {
      throw erlmcp.SUBSCRIPTION_FAILED({ uri, details });
    };
    const wire = await shakeHands(createSample({ resources: [watchedBy(watch)] }));
    for (const _again of [1, 2]) {
      expect((await wire.ask('resources/subscribe', { uri })).error).toMatchObject({
        code: -32006,
        data: { uri, details },
      });
    }
  });

  it('fails for a resource without a watcher', async () => {
    const wire = await shakeHands(createSample());
    expect((await wire.ask('resources/subscribe', { uri: 'note://a' })).error).toMatchObject({
      code: -32006,
      data: { uri: 'note://a' },
    });
  });

  it('is a capability of its own', async () => {
    const wire = await shakeHands(createSample({ resources: [notes] }));
    for (const method of ['resources/subscribe', 'resources/unsubscribe']) {
      expect((await wire.ask(method, { uri: 'note://a' })).error).toMatchObject({
        code: -32004,
        data: { capability: 'resources.subscribe' },
      });
    }
  });

  it('needs a resource', async () => {
    const wire = await shakeHands(createSample());
    expect((await wire.ask('resources/subscribe', { uri: 'no://x' })).error).toMatchObject({
      code: -32001,
      data: { uri: 'no://x' },
    });
    expect((await wire.ask('resources/subscribe')).error).toMatchObject({ code: -32602 });
  });

  it('is limited', async () => {
    const template = { ...notes, watch: () => () => undefined };
    const wire = await shakeHands(createSample({ resources: [template] }));
    for (let i = 0; i < 1000; i++) await wire.ask('resources/subscribe', { uri: `note://${i}` });
    expect((await wire.ask('resources/subscribe', { uri: 'note://x' })).error).toMatchObject({
      code: -32006,
      data: { details: expect.stringContaining('1000') },
    });
  });
});
