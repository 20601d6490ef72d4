import { describe, expect, it } from 'vitest';
import { defineCatalog } from '../define-catalog.js';
import { toMarkdown } from '../index.js';

const demo = defineCatalog(
  'demo',
  {
    DEVICE_UNREACHABLE: {
      code: -32010,
      title: 'Device Unreachable',
      category: 'device',
      when: 'The device does not answer',
      context: {
        device_id: 'string',
        error_type: { type: 'string', values: ['refused', 'timeout'], description: 'How | why' },
        retry_after: 'integer?',
        hops: { type: 'object[]?', items: { address: 'string' } },
      },
      details: (c) =>
        `Cannot connect to '${c.device_id}' (${c.error_type}) via ${c.hops![0]!.address}`,
      recovery: { strategy: 'retry_with_backoff', retryAfter: 60 },
      suggestions: (c) => [`Wait ${c.retry_after} seconds`, 'Check the cable'],
      alternatives: [{ tool: 'registry/list', description: 'See what is there' }],
      http: 502,
    },
    DEVICE_ERROR: {
      code: -32012,
      title: 'Device Error',
      category: 'device',
      context: { cause: { type: 'string', values: ['rejected', 'failed'] }, took: 'number' },
      details: (c) => `The device <${c.cause}> after ${c.took.toFixed(1)} s`,
      recovery: {
        strategy: (c) => (c.cause === 'rejected' ? 'fix_and_retry' : 'report_and_abort'),
      },
      retryable: (c) => c.cause === 'rejected',
      retryableWhen: 'the device rejected a value',
      effect: 'unknown',
      suggestion: (c) => ({ rejected: 'Correct it', failed: 'Call the vendor' })[c.cause],
      nextSteps: (c) => [`Read the log of ${c.cause}`],
    },
    INTERNAL: {
      code: -32603,
      title: 'Internal error',
      category: 'internal',
      recovery: 'report_and_abort',
      details: () => {
        throw new Error('never unguarded');
      },
    },
  },
  { unexpected: 'INTERNAL' },
);

const page = `# Failures of demo

Read me.

| code | reason | title | category | recovery | retryable |
| --- | --- | --- | --- | --- | --- |
| -32010 | [DEVICE_UNREACHABLE](#device_unreachable) | Device Unreachable | device | retry_with_backoff | yes |
| -32012 | [DEVICE_ERROR](#device_error) | Device Error | device | fix_and_retry or report_and_abort, by occurrence | the device rejected a value |
| -32603 | [INTERNAL](#internal) | Internal error | internal | report_and_abort | no |

Every \`data\` of this contract also has:

| field | type | required | description |
| --- | --- | --- | --- |
| \`ref\` | string | yes |  |

## DEVICE_UNREACHABLE

**Device Unreachable**: The device does not answer

- Code: -32010 (jsonrpc to 2025-11-25), -31010 (2026-07-28)
- Recovery: retry_with_backoff, after 60 s
- Retryable: yes
- Effect: unknown
- HTTP status: 502

> Cannot connect to '{device_id}' ({error_type}) via {hops.address}

| field | type | required | description |
| --- | --- | --- | --- |
| \`device_id\` | string | yes |  |
| \`error_type\` | string | yes | How \\| why; one of refused, timeout |
| \`retry_after\` | integer | no |  |
| \`hops\` | object[] | no |  |
| \`hops[].address\` | string | yes |  |

Suggestions:

- Wait {retry_after} seconds
- Check the cable

Alternatives:

- \`registry/list\`: See what is there

## DEVICE_ERROR

**Device Error**

- Code: -32012 (jsonrpc to 2025-11-25), -31012 (2026-07-28)
- Recovery: fix_and_retry or report_and_abort, by occurrence
- Retryable: the device rejected a value
- Effect: unknown

> (depends on the occurrence)

| field | type | required | description |
| --- | --- | --- | --- |
| \`cause\` | string | yes | one of rejected, failed |
| \`took\` | number | yes |  |

Suggestions:

- Correct it
- Call the vendor

Next steps:

- Read the log of {cause}

## INTERNAL

**Internal error**

- Code: -32603 (jsonrpc to 2026-07-28)
- Recovery: report_and_abort
- Retryable: no
- Effect: unknown

> (depends on the occurrence)
`;

describe('the reference page of a catalog', () => {
  it('is this text, every time', () => {
    const options = { intro: 'Read me.', envelope: { ref: 'string' } } as const;
    expect(toMarkdown(demo, options)).toBe(page);
    expect(toMarkdown(demo, options)).toBe(page);
  });

  it('says where the fields are, if not in data itself', () => {
    expect(toMarkdown(demo, { contextIn: 'details' })).toContain(
      '\n\nThe fields of each failure are in `data.details`.\n\n## DEVICE_UNREACHABLE',
    );
  });

  it('shows the texts for missing optional fields', () => {
    const sparse = defineCatalog(
      'sparse',
      {
        GONE: {
          code: -32603,
          title: 'Gone',
          category: 'x',
          context: { device: 'string?', plan: 'string?' },
          details: (c) =>
            c.device !== undefined
              ? `No device ${c.device}`
              : c.plan !== undefined
                ? `No plan ${c.plan}`
                : 'Gone',
          recovery: 'report_and_abort',
        },
      },
      { unexpected: 'GONE' },
    );
    expect(toMarkdown(sparse)).toContain('> No device {device}\n\n> No plan {plan}\n\n> Gone\n');
  });

  it('accepts a custom heading', () => {
    expect(toMarkdown(demo, { title: 'Demo errors' })).toMatch(/^# Demo errors\n\n\| code/);
  });
});
