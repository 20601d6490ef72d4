import type { TargetReport } from '../run/results.js';
import { findingsOf } from './findings.js';
import { counted } from './text.js';

/** What a server is built with, by the words that only it uses. The version is the one that was measured. */
const KNOWN = [
  { of: 'f', name: 'FastMCP', version: '4.20.16', words: /"MCP error -32601: Unknown tool: / },
  {
    of: '2',
    name: 'TypeScript SDK v2',
    version: '2.4.0',
    words: /"message":"(?:Invalid tools\/call request: \[|Tool errata-no-such-tool not found")/,
  },
  {
    of: '1',
    name: 'TypeScript SDK v1',
    version: '1.32.2',
    words: /"code":-32603,"message":"\[\\n {2}\{\\n/,
  },
] as const;

/**
 * What bare servers of v1 (1), v2 (2) and FastMCP (f) do over stdio. `test/peers/cures.peer.ts` runs them and compares: `guard(server)`
 * clears all of it for the SDKs, and `serve` in front of FastMCP all but NOT_SERVED.
 */
const FOUND: Readonly<Record<string, string>> = {
  'jsonrpc/5/answers-large-id': '12f',
  'jsonrpc/5.1/initialize-invalid-code': '12f',
  'jsonrpc/5.1/parse-error-answered': '12f',
  'jsonrpc/5/invalid-answered': '12f',
  'jsonrpc/5/extra-member-answered': '12f',
  'mcp/2025-06-18/transports/batch-refused-aloud': '12f',
  'mcp/2024-11-05/transports/stdout-pure': 'f',
  'mcp/2024-11-05/tools/unknown-tool-is-an-error': '1',
  'mcp/2024-11-05/tools/unknown-tool-code': 'f',
  'mcp/2024-11-05/tools/call-without-params-code': '1f',
  'mcp/2024-11-05/tools/call-without-name-code': '1f',
  'mcp/2024-11-05/tools/call-name-type-code': '1f',
  'mcp/2024-11-05/tools/call-arguments-array-code': '1f',
  'mcp/2024-11-05/tools/call-arguments-text-code': '1f',
  'mcp/2024-11-05/tools/arguments-extra': 'f',
  'mcp/2025-11-25/tools/validation-is-a-result': 'f',
  'mcp/2024-11-05/resources/read-without-uri-code': '12',
  'mcp/2024-11-05/resources/read-uri-type-code': '12',
  'mcp/2024-11-05/prompts/get-without-name-code': '12',
  'mcp/2024-11-05/pagination/unknown-cursor-tools': '12f',
  'mcp/2024-11-05/pagination/unknown-cursor-resources': '12',
  'mcp/2024-11-05/pagination/unknown-cursor-prompts': '12',
  'mcp/2024-11-05/pagination/wrong-cursor-type-code': '12f',
  'mcp/2024-11-05/logging/unknown-level': 'f',
  'mcp/2025-03-26/completion/unknown-prompt': 'f',
  'mcp/2026-07-28/basic/unsupported-version-later': '2',
  'jsonrpc/5.1/message-single-sentence': '12f',
  'errata/messages/no-dump': '12f',
};

/**
 * What the SDKs pass on of a server's own texts. `guard(server)` clears it where a tool throws; credentials and secrets of the
 * environment also where it returns them (measured by the same test).
 */
const PASSED_ON: Readonly<Record<string, 'always' | 'thrown'>> = {
  'errata/leaks/credentials': 'always',
  'errata/leaks/environment': 'always',
  'errata/leaks/stack-trace': 'thrown',
  'errata/leaks/file-path': 'thrown',
  'errata/leaks/sql': 'thrown',
  'errata/leaks/internal-address': 'thrown',
};

/** What FastMCP itself decides: SHOULDs about names that only it knows, and how it words a failed call. */
const NOT_SERVED: ReadonlySet<string> = new Set([
  'mcp/2024-11-05/tools/unknown-tool-code',
  'mcp/2024-11-05/pagination/unknown-cursor-tools',
  'mcp/2025-03-26/completion/unknown-prompt',
  'mcp/2025-11-25/tools/validation-is-a-result',
]);

/** Where a finding comes from, and what clears it. */
export interface FindingOrigin {
  /** As a sentence without its end. */
  readonly from: string;
  /** Missing where it is not proved. */
  readonly source?: 'sdk' | 'code';
  readonly cure?: 'guard(server)' | 'serve()';
  /** Missing where the cure always clears it. */
  readonly when?: 'a tool throws the text';
}

/** The cases that bare servers break, and what clears them, by `1`, `2` or `f`: for the test that measures it. */
export function knownOf(of: '1' | '2' | 'f'): Readonly<Record<string, FindingOrigin['cure']>> {
  const ids = Object.keys(FOUND).filter((id) => FOUND[id]!.includes(of));
  const passedOn = of === 'f' ? [] : Object.keys(PASSED_ON);
  return Object.fromEntries([...ids, ...passedOn].map((id) => [id, cureOf(id, of)]));
}

function cureOf(id: string, of: '1' | '2' | 'f'): FindingOrigin['cure'] {
  if (of !== 'f') return 'guard(server)';
  return NOT_SERVED.has(id) ? undefined : 'serve()';
}

type Sdk = (typeof KNOWN)[number];

/** Only words that were heard prove an SDK. */
function sdkOf(texts: readonly string[]): Sdk | undefined {
  return KNOWN.find(({ words }) => texts.some((text) => words.test(text)));
}

function textsOf({ eras }: TargetReport): readonly string[] {
  return eras.flatMap(({ results }) =>
    results.flatMap(({ exchanges }) =>
      exchanges.flatMap(({ received }) => received.map(({ text }) => text)),
    ),
  );
}

/** Where each finding of a server comes from, by its id. */
export function originsOf(target: TargetReport): (id: string) => FindingOrigin {
  const texts = textsOf(target);
  const sdk = sdkOf(texts);
  // What is there already clears nothing more.
  const isGuarded = texts.some((text) => /\bref=corr-[0-9a-f]{16}\b/.test(text));
  return (id) => {
    if (sdk === undefined) return { from: 'your code, or an SDK that its replies do not prove' };
    const { of, name, version } = sdk;
    const passed = of === 'f' ? undefined : PASSED_ON[id];
    const isMeasured = passed !== undefined || FOUND[id]?.includes(of) === true;
    if (target.transport !== 'stdio' || !isMeasured) {
      return { from: `your code, or ${name} below it (not measured)` };
    }
    const cure = isGuarded ? undefined : cureOf(id, of);
    return {
      ...(passed === undefined
        ? {
            from: `${name}: its bare servers do the same (measured with ${version})`,
            source: 'sdk',
          }
        : { from: `your code: ${name} passes on the text of its failure`, source: 'code' }),
      ...(cure && { cure }),
      ...(cure && passed === 'thrown' && { when: 'a tool throws the text' }),
    };
  };
}

/** `guard(server)` clears this: as the beginning of a fix; undefined where nothing is known to. */
export function cureOfFinding({ cure, when }: FindingOrigin): string | undefined {
  return cure && `\`${cure}\` clears this${when === undefined ? '' : `, if ${when}`}.`;
}

/** Where the findings come from, and what clears most of them; undefined where neither is proved. */
export function originText(target: TargetReport): string | undefined {
  const findings = findingsOf(target, ['fail', 'warn']);
  const originOf = originsOf(target);
  const origins = findings.map(({ first }) => originOf(first.id));
  const count = (source: FindingOrigin['source']) =>
    origins.filter((origin) => origin.source === source).length;
  const [sdk, code] = [count('sdk'), count('code')];
  if (sdk + code === 0) return undefined;
  const total = findings.length;
  const from = [
    `${sdk} of ${counted(total, 'finding')} ${sdk === 1 ? 'comes' : 'come'} from ${sdkOf(textsOf(target))!.name}`,
    sdk === total ? 'none from your code' : `${code} from your code`,
    ...(sdk + code === total ? [] : [`${total - sdk - code} from one of them (not measured)`]),
  ].join(', ');
  const cures = origins.filter(({ cure }) => cure);
  const thrown = cures.filter(({ when }) => when).length;
  const which = cures.length === total ? (total === 1 ? 'it' : `all ${total}`) : cures.length;
  const but = thrown === 0 ? '' : `, ${thrown} of them only if a tool throws the text`;
  return cures[0] === undefined
    ? `${from}.`
    : `${from}. \`${cures[0].cure}\` clears ${which}${but}.`;
}
