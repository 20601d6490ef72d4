import { closing, eventually, faultOf } from '@errata/testing';
import { expect, it } from 'vitest';
import { builtProgram } from '../../lab/testing/build-program.js';
import { createSchemaPools, type SchemaPools, type SchemaPoolsOptions } from './schema-pools.js';
import type { MethodWork } from './serve-work.js';

const program = builtProgram(new URL('../../lab/testing/test-worker.ts', import.meta.url));
const close = closing();

const open = (options: SchemaPoolsOptions = {}) =>
  close(createSchemaPools({ program: program(), size: 1, deadline: 60_000, ...options }));

const work = (schema: string | undefined, params: object = {}, method = 'echo'): MethodWork => ({
  ...{ method, params, project: '/project', context: 'cli' },
  ...(schema !== undefined && { schema }),
});

const pidOf = async (pools: SchemaPools, asked: MethodWork) =>
  ((await pools.run(asked)) as { pid: number }).pid;

it('has processes of its own for each schema', async () => {
  const pools = open();
  const develop = await pidOf(pools, work('develop'));
  expect(await pidOf(pools, work('preview'))).not.toBe(develop);
  expect(await pidOf(pools, work('preview', { schema: 'develop' }))).toBe(develop);
  expect(await pidOf(pools, work('develop'))).toBe(develop);
  expect(pools.pids()).toHaveLength(2);
});

it('uses the process that was warmed', async () => {
  const pools = open();
  pools.warm({ project: '/project', schema: 'develop' });
  const pids = pools.pids();
  expect(pids).toHaveLength(1);
  expect(await pidOf(pools, work('develop'))).toBe(pids[0]);
});

it('ends the processes of a schema that is not used, and of the one used longest ago', async () => {
  const pools = open({ unload: 50 });
  await pidOf(pools, work('develop'));
  await eventually(() => pools.pids().length).toBe(0);

  const few = open({ schemas: 2 });
  const first = await pidOf(few, work('a'));
  const second = await pidOf(few, work('b'));
  await pidOf(few, work('a'));
  await pidOf(few, work('c'));
  expect(few.pids()).toContain(first);
  expect(few.pids()).not.toContain(second);
});

it('does not end the processes of a schema while they work', async () => {
  const pools = open({ schemas: 1, unload: 1 });
  const busy = pools.run(work('a', { milliseconds: 500 }, 'busy'));
  await pidOf(pools, work('b'));
  expect(await busy).toMatchObject({ pid: expect.any(Number) as number });
});

it('takes no more once it stops', async () => {
  const pools = open();
  await pidOf(pools, work('a'));
  await pools.stopTaking();
  expect((await faultOf(pools.run(work('a')))).reason).toBe('SERVER_NOT_REACHABLE');
  await pools.close();
  expect(pools.pids()).toEqual([]);
});
