import { z } from 'zod';
import { oneLine } from '../safety/addresses.js';
import { describeListing } from './fields.js';
import { limit, listed, whole } from './schemas.js';
import { defineServiceTool, READS, type Tool } from './tool.js';

const rates = {
  calls: whole,
  failures: whole,
  rate: z.number().describe('Failures per call, from 0 to 1'),
  reasons: z.record(z.string(), whole).describe('How often it failed with each error type'),
};

const toolRates = z.strictObject({ tool: z.string(), ...rates });

/** How often tools fail, and with what. */
export const getErrorRates = defineServiceTool({
  name: 'service/get-error-rates',
  title: 'Error rates',
  description:
    'How often each tool of this service was called and failed since the service started, and with which error types. ' +
    'For operators. Every server process counts for itself.',
  tier: 'fundamental',
  roles: ['ops_rw', 'admin'],
  annotations: READS,
  input: z.strictObject({ limit: limit(100, 20) }),
  output: z.strictObject({
    since: z.string(),
    ...rates,
    error_types: z
      .record(z.string(), whole)
      .describe('All failures by domain/reason, also those of requests that are no calls of tools'),
    ...listed(toolRates),
  }),
  run: async ({ limit: most }, { errors }) => {
    const { since } = errors;
    const { tools, faults, calls, failures, rate, reasons } = errors.snapshot();
    const all = Object.entries(tools)
      .map(([tool, own]) => ({ tool, ...own, reasons: { ...own.reasons } }))
      .sort((a, b) => b.failures - a.failures || b.calls - a.calls);
    const items = all.slice(0, most);
    const facts = {
      ...{ since, calls, failures, rate, reasons: { ...reasons }, error_types: { ...faults } },
      ...{ total: all.length, items },
    };
    return {
      text: describeListing({
        first: `Since ${since}: ${describeRates(facts)}`,
        rows: items.map((one) => `${oneLine(one.tool)}: ${describeRates(one)}`),
        total: all.length,
        more: 'a higher limit',
      }),
      facts,
    };
  },
});

type Rates = Omit<z.output<typeof toolRates>, 'tool'>;

/** `12 calls, 3 failed (25 %): DEVICE_UNREACHABLE 2, TIMEOUT 1`. */
function describeRates({ calls, failures, rate, reasons }: Rates): string {
  const types = Object.entries(reasons)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${oneLine(reason)} ${count}`);
  const failed = `${calls} ${calls === 1 ? 'call' : 'calls'}, ${failures} failed (${(100 * rate).toFixed(1)} %)`;
  return types.length === 0 ? failed : `${failed}: ${types.join(', ')}`;
}

/** The service itself. */
export const serviceTools: readonly Tool[] = [getErrorRates];
