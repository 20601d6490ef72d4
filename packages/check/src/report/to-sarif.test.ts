import { describe, expect, it } from 'vitest';
import { reportOf, resultOf, targetOf } from './testing/build.js';
import { HOSTILE_REPORT, SAMPLE_REPORT } from './testing/sample-report.js';
import { toSarif, type SarifOptions } from './to-sarif.js';

interface Sarif {
  version: string;
  runs: {
    tool: { driver: { name: string; rules: { id: string; helpUri?: string }[] } };
    invocations: { executionSuccessful: boolean; toolExecutionNotifications?: unknown[] }[];
    results: {
      ruleId: string;
      ruleIndex: number;
      level: string;
      message: { text: string };
      baselineState?: string;
      suppressions?: unknown[];
      locations: { physicalLocation: { artifactLocation: { uri: string } } }[];
    }[];
  }[];
}

const read = (report: typeof SAMPLE_REPORT, options?: SarifOptions) =>
  JSON.parse(toSarif(report, options)) as Sarif;

describe('toSarif', () => {
  it('has a literal form', () => {
    const report = reportOf([
      targetOf([resultOf(), resultOf({ id: 'f', verdict: 'fail', why: 'W.' })]),
    ]);
    expect(read(report)).toEqual({
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'errata check',
              version: '0.1.0',
              rules: [
                {
                  id: 'f',
                  shortDescription: { text: 'A reply has a result or an error, and never both.' },
                  help: {
                    text: 'MUST: A reply has a result or an error, and never both.\nHow to fix it: Build replies in one place that takes either a result or an error.\nhttps://www.jsonrpc.org/specification#response_object',
                  },
                  helpUri: 'https://www.jsonrpc.org/specification#response_object',
                  defaultConfiguration: { level: 'error' },
                  properties: { tags: ['requests', 'MUST'] },
                },
              ],
            },
          },
          invocations: [{ executionSuccessful: true }],
          results: [
            {
              ruleId: 'f',
              ruleIndex: 0,
              level: 'error',
              message: { text: 'W.' },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'errata-check' },
                    region: { startLine: 1 },
                  },
                  logicalLocations: [
                    {
                      name: 'node server.js',
                      fullyQualifiedName: 'node server.js 2025-11-25',
                      kind: 'resource',
                    },
                  ],
                },
              ],
              partialFingerprints: { 'errataCase/v1': 'node server.js 2025-11-25 f' },
            },
          ],
        },
      ],
    });
  });

  it('reports what is declared and known as accepted notes, and stale entries as absent', () => {
    const [run] = read(SAMPLE_REPORT).runs;
    const answer = run!.results.map(({ ruleId, level, baselineState, suppressions }) =>
      [ruleId, level, baselineState ?? '-', suppressions === undefined ? '-' : 'accepted'].join(
        ' ',
      ),
    );
    expect(answer).toEqual([
      'jsonrpc/5/id-echo-bigint error - -',
      'errata/messages/names-the-field warning - -',
      'mcp/ids/null-id note - accepted',
      'errata/leaks/file-path note unchanged accepted',
      'jsonrpc/5/id-echo-bigint error - -',
      'errata/contract/undeclared-code error - -',
      'mcp/http/origin error - -',
      'jsonrpc/4/blank-line warning absent -',
    ]);
    expect(run!.invocations).toEqual([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          {
            level: 'error',
            message: {
              text: 'node gone.js: The process ended with code 1 before it said anything.',
            },
          },
        ],
      },
    ]);
  });

  it.each([
    ['sample', SAMPLE_REPORT],
    ['hostile', HOSTILE_REPORT],
  ])('has every member that is required: %s', (_, report) => {
    const [run] = read(report, { artifact: 'src/server.ts' }).runs;
    const { rules } = run!.tool.driver;
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    expect(run!.results.length).toBeGreaterThan(0);
    for (const { ruleId, ruleIndex, message, locations } of run!.results) {
      expect(rules[ruleIndex]!.id).toBe(ruleId);
      expect(message.text).not.toBe('');
      expect(message.text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      expect(locations[0]!.physicalLocation.artifactLocation.uri).toBe('src/server.ts');
    }
  });
});
