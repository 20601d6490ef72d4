import { describe, expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { knownOf } from '../../packages/check/src/report/origin.js';
import { runChild, type ChildCommand } from './testing/child.js';
import { fixture } from './testing/peers.js';

const errata = fileURLToPath(new URL('../../packages/cli/bin/errata.js', import.meta.url));

interface Printed {
  readonly targets: readonly {
    readonly eras: readonly {
      readonly results: readonly { readonly id: string; readonly verdict: string }[];
    }[];
  }[];
}

/** The worst verdict of each case; an era in which it does not apply says nothing. */
async function verdictsOf({
  command,
  args,
  env,
}: ChildCommand): Promise<ReadonlyMap<string, string>> {
  const words = ['check', '--json', '--call', 'add', '--', command, ...args];
  const { output, errors } = await runChild({
    command: process.execPath,
    args: [errata, ...words],
    ...(env && { env }),
  });
  expect(output, errors).not.toBe('');
  const { targets } = JSON.parse(output) as Printed;
  const verdicts = new Map<string, string>();
  for (const { id, verdict } of targets.flatMap(({ eras }) => eras.flatMap((era) => era.results))) {
    if (rankOf(verdict) >= rankOf(verdicts.get(id))) verdicts.set(id, verdict);
  }
  return verdicts;
}

function rankOf(verdict: string | undefined): number {
  return ['pass', 'warn', 'fail'].indexOf(verdict ?? '');
}

const fast = fixture('fastmcp-server.js', []);

/** Each bare server, the same with one line more, and what that line is called. */
const ROWS = [
  {
    of: '1',
    bare: fixture('bare-server.js', ['v1', 'stdio', 'leaky']),
    cured: fixture('bare-server.js', ['v1', 'stdio', 'guard', 'leaky']),
    cure: 'guard(server)',
  },
  {
    of: '2',
    bare: fixture('bare-server.js', ['v2', 'stdio', 'leaky']),
    cured: fixture('bare-server.js', ['v2', 'stdio', 'guard', 'leaky']),
    cure: 'guard(server)',
  },
  {
    of: 'f',
    bare: fast,
    cured: fixture('front-stdio.js', [fast.command, ...fast.args]),
    cure: 'serve()',
  },
] as const;

describe.each(ROWS)('what the report says of $of', ({ of, bare, cured, cure }) => {
  it('is what bare servers do and what clears it, and nothing fails any more', async () => {
    const before = await verdictsOf(bare);
    const after = await verdictsOf(cured);
    const found = [...before].filter(([, verdict]) => verdict === 'fail' || verdict === 'warn');
    expect(
      Object.fromEntries(
        found.map(([id]) => [id, after.get(id) === 'pass' ? cure : undefined]).sort(),
      ),
    ).toEqual(knownOf(of));
    expect([...after].filter(([, verdict]) => verdict === 'fail')).toEqual([]);
  });
});
