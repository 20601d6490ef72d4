import { describe, expect, it } from 'vitest';
import { cleanUpAfterwards, SDKS } from './testing/clean-up.js';
import { openServer, sharedServer } from './testing/start.js';
import { call, cancel, factsOf, read, textOf } from './testing/wire.js';

cleanUpAfterwards();

describe.each([...SDKS, 'core'] as const)('time and life, %s', (sdk) => {
  it('32. a cancelled call: no reply, the signal of the handler aborts, and the connection stays', async () => {
    const server = await sharedServer({ sdk, line: 'serve' });
    server.send(call(1, 'watch', { key: 'cancelled' }));
    await server.says('holding cancelled\n');
    expect(await server.through(cancel(1))).toEqual([]);
    await server.says('aborted cancelled\n');
    expect(server.lines.map((line) => read(line).id)).not.toContain(1);
  });

  it('32. a cancel after the side effect: no reply, the work continues, and a later call shows its effect', async () => {
    const server = await sharedServer({ sdk, line: 'serve' });
    server.send(call(2, 'write', { key: 'w' }));
    await server.says('holding w\n');
    await server.through(cancel(2));
    await server.ask(call('go', 'release', { key: 'w' }));
    expect(textOf(await server.ask(call('effects', 'written')))).toBe('written 1');
    expect(server.lines.map((line) => read(line).id)).not.toContain(2);
  });

  it('32. a deadline: the reply says that the effect is unknown, the signal of the handler aborts, and its late result is dropped', async () => {
    const server = await sharedServer({ sdk, line: 'serve' });
    const answer = await server.ask(call(3, 'overdue', { key: 'late' }));
    expect(textOf(answer)).toContain('It is not known whether anything was changed.');
    expect(factsOf(answer)).toMatchObject({ reason: 'TIMEOUT', effect: 'unknown' });
    await server.says('aborted late\n');
    expect(textOf(await server.ask(call('free', 'release', { key: 'late' })))).toBe('released');
    await server.through();
    expect(server.lines.filter((line) => read(line).id === 3)).toHaveLength(1);
    expect(server.lines.join('\n')).not.toContain('late late');
  });

  it('32. a rejection after the reply: one structured line, and the process lives', async () => {
    const server = await sharedServer({ sdk, line: 'serve' });
    expect(textOf(await server.ask(call(4, 'late')))).toBe('answered');
    await server.says('"event":"unhandled_rejection"');
    expect(await server.through()).toEqual([]);
  });

  it('32. a crash: every call in flight is answered, one structured line says why, and the process ends with 1', async () => {
    const server = await openServer({ sdk, line: 'serve' });
    server.send(call(1, 'hold', { key: 'one' }), call(2, 'hold', { key: 'two' }));
    await Promise.all([server.says('holding one\n'), server.says('holding two\n')]);
    server.send(call(3, 'crash'));
    const answers = await Promise.all([1, 2, 3].map((id) => server.reply(id)));
    expect(await server.ended).toEqual({ code: 1, signal: null });
    const refs = new Set(answers.map((answer) => factsOf(answer)?.ref));
    expect(refs.size).toBe(1);
    const lines = server
      .stderr()
      .split('\n')
      .filter((line) => line.includes('process_crash'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      event: 'process_crash',
      ref: [...refs][0],
      in_flight: 3,
      causes: [{ message: 'the process is broken' }],
    });
    expect(answers.map((answer) => JSON.stringify(answer)).join()).not.toContain('is broken');
  });

  it('32. a missing setting: the server starts, and each call says which one and what to do', async () => {
    const server = await sharedServer({ sdk, line: 'serve' });
    const answer = await server.ask(call(6, 'configured'));
    expect(textOf(answer)).toMatch(
      /^CONFIGURATION_MISSING: The environment variable LAB_TOKEN is not set\. Nothing was changed\. Next: Set the variable and start the server again\./,
    );
    // Nothing else is broken by it.
    expect(textOf(await server.ask(call(7, 'echo', { n: 7 })))).toBe('n=7');
  });
});

it.each(SDKS)(
  '32. the same crash and rejection of the bare SDK %s: the process is gone without a reply',
  async (sdk) => {
    const server = await openServer({ sdk, line: 'bare' });
    server.send(call(1, 'hold', { key: 'one' }));
    await server.says('holding one\n');
    server.send(call(2, 'late'));
    expect((await server.ended).code).not.toBe(0);
    expect(server.lines.map((line) => read(line).id)).not.toContain(1);
  },
);
