import { describe, expect, it } from 'vitest';
import { outcomeOf, type SERVED, serveAndCall } from './in-flight.js';

/** How the process of a server behaves at a forgotten rejection and at signals. */
export function describeProcesses(kinds: readonly (typeof SERVED)[number][]): void {
  describe.each(kinds)('the process of %s', (kind) => {
    it('survives a forgotten rejection, and shows no secret of it', async () => {
      const { server, call } = await serveAndCall(kind);
      expect(outcomeOf(await call(1, 'float'))).toBe('done');
      await server.says('"event":"unhandled_rejection"');
      expect(outcomeOf(await call(2, 'float'))).toBe('done');
      expect(server.stderr()).not.toContain('hunter2');
      server.kill('SIGKILL');
    });

    it('on SIGTERM lets calls finish, answers the rest, and ends with 143', async () => {
      const { server, call } = await serveAndCall(kind, 100);
      const finishing = Array.from({ length: 5 }, (_, n) => call(n, 'finish'));
      const hanging = Array.from({ length: 5 }, (_, n) => call(n + 5, 'hang'));
      await server.says('begun 10\n');
      server.kill('SIGTERM');
      expect((await Promise.all(finishing)).map(outcomeOf)).toEqual(Array(5).fill('done'));
      expect((await Promise.all(hanging)).map(outcomeOf)).toEqual(Array(5).fill('failed'));
      expect(await server.ended).toEqual({ code: 143, signal: null });
    });

    it('on SIGINT ends with 130', async () => {
      const { server } = await serveAndCall(kind);
      server.kill('SIGINT');
      expect(await server.ended).toEqual({ code: 130, signal: null });
    });
  });
}
