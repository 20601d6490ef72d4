import { z } from 'zod';
import { oneLine } from '../safety/addresses.js';
import { describeListing } from './fields.js';
import { limit, listed, whole } from './schemas.js';
import { defineServiceTool, type RouterosTool, type ValuesOf } from './tool.js';

const rates = {
  calls: whole,
  failures: whole,
  rate: z.number().describe('Failures per call, from 0 to 1'),
  reasons: z.record(z.string(), whole).describe('How often it failed with each error type'),
};

/** How often tools fail, and with what. */
export const getErrorRates = defineServiceTool({
  name: 'service/get-error-rates',
  title: 'Error rates',
  description:
    'Show how often each tool was called and failed since the service started, and with which error types. ' +
    'For operators. Each server process has its own counts.',
  roles: ['ops_rw', 'admin'],
  input: { limit: limit(100, 20) },
  output: {
    since: z.string(),
    ...rates,
    error_types: z
      .record(z.string(), whole)
      .describe('All failures by domain/reason, also those of requests that are no calls of tools'),
    ...listed(z.strictObject({ tool: z.string(), ...rates })),
  },
  run: async ({ limit: most }, { errors }) => {
    const { since } = errors;
    const { tools, faults, calls, failures, rate, reasons } = errors.snapshot();
    const all = Object.entries(tools)
      .map(([tool, own]) => ({ tool, ...own }))
      .sort((a, b) => b.failures - a.failures || b.calls - a.calls);
    const total = all.length;
    const items = all.slice(0, most);
    const facts = { since, calls, failures, rate, reasons, error_types: faults, total, items };
    const first = `Since ${since}: ${describeRates(facts)}`;
    const line = (one: (typeof items)[number]) => `${oneLine(one.tool)}: ${describeRates(one)}`;
    return { text: describeListing({ ...facts, first, line, more: 'a higher limit' }), facts };
  },
});

type Rates = Readonly<ValuesOf<typeof rates>>;

/** `12 calls, 3 failed (25 %): DEVICE_UNREACHABLE 2, TIMEOUT 1`. */
function describeRates({ calls, failures, rate, reasons }: Rates): string {
  const types = Object.entries(reasons)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${oneLine(reason)} ${count}`);
  const failed = `${calls} ${calls === 1 ? 'call' : 'calls'}, ${failures} failed (${(100 * rate).toFixed(1)} %)`;
  return types.length === 0 ? failed : `${failed}: ${types.join(', ')}`;
}

/** The service itself. */
export const serviceTools: readonly RouterosTool[] = [getErrorRates];
