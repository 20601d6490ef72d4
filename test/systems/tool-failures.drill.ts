import { runErrata } from '@errata/testing/errata';
import { useFolder } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';

const home = useFolder();

/** The transport of each system on which every reason has a cause. */
const SYSTEMS = [
  { system: 'routeros', transport: 'http' },
  { system: 'engram', transport: 'http' },
  { system: 'erlmcp', transport: 'stdio' },
  { system: 'sql-fun', transport: 'stdio' },
];

const FORMS = ['rpc', 'tool', 'by-host'];

interface Proof {
  readonly tool_failures: string;
  readonly cells: readonly { readonly outcome: string; readonly reply?: string }[];
}

describe.each(SYSTEMS)('every failure of $system', ({ system, transport }) => {
  it.each(FORMS)('comes as declared with --tool-failures %s', async (form) => {
    const where = ['--transport', transport, '--era', '2025-11-25', '--tool-failures', form];
    const { code, stdout } = await runErrata(['prove', system, '--json', ...where], home);
    const { tool_failures, cells } = JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Proof;
    expect(cells.filter(({ outcome }) => outcome === 'missed')).toEqual([]);
    expect({ code, tool_failures }).toEqual({ code: 0, tool_failures: form });
    const replies = cells.flatMap(({ reply }) => reply ?? []);
    const results = replies.filter((reply) => 'result' in (JSON.parse(reply) as object));
    if (form === 'rpc') expect(results).toEqual([]);
    else expect(results.length).toBeGreaterThan(2);
  });
});
