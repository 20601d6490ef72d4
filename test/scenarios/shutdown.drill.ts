import { describe, expect, it } from 'vitest';
import { cleanUpAfterwards } from './testing/clean-up.js';
import { outcomeOf, SERVED, serveAndCall } from './testing/in-flight.js';

cleanUpAfterwards();

const half = Array.from({ length: 50 }, (_, n) => n);

describe.each(SERVED)('%s, with 100 calls in flight', (kind) => {
  it('on SIGTERM answers all of them: those that finish with their result, the others that they were cancelled', async () => {
    const { server, call } = await serveAndCall(kind);
    const finishing = half.map((n) => call(n, 'finish'));
    const hanging = half.map((n) => call(n + 50, 'hang'));
    await server.says('begun 100\n');
    server.kill('SIGTERM');
    expect((await Promise.all(finishing)).map(outcomeOf)).toEqual(half.map(() => 'done'));
    expect((await Promise.all(hanging)).map(outcomeOf)).toEqual(half.map(() => 'failed'));
    expect(await server.ended).toEqual({ code: 143, signal: null });
  });
});
