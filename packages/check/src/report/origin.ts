import type { TargetReport } from '../run/results.js';
import { findingsOf } from './findings.js';

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
  readonly cure?: 'guard(server)' | 'serve()';
}

/** The cases that bare servers break, and what clears them, by `1`, `2` or `f`: for the test that measures it. */
export function knownOf(of: '1' | '2' | 'f'): Readonly<Record<string, FindingOrigin['cure']>> {
  return Object.fromEntries(
    Object.keys(FOUND).flatMap((id) => (FOUND[id]!.includes(of) ? [[id, cureOf(id, of)]] : [])),
  );
}

function cureOf(id: string, of: '1' | '2' | 'f'): FindingOrigin['cure'] {
  if (of !== 'f') return 'guard(server)';
  return NOT_SERVED.has(id) ? undefined : 'serve()';
}

/** Where each finding of a server comes from, by its id. Only words that were heard prove an SDK. */
export function originsOf(target: TargetReport): (id: string) => FindingOrigin {
  const texts = target.eras.flatMap(({ results }) =>
    results.flatMap(({ exchanges }) => exchanges.flatMap(({ received }) => received)),
  );
  const sdk = KNOWN.find(({ words }) => texts.some(({ text }) => words.test(text)));
  // What is there already clears nothing more.
  const isGuarded = texts.some(({ text }) => /\bref=corr-[0-9a-f]{16}\b/.test(text));
  return (id) => {
    if (sdk === undefined) return { from: 'your code, or an SDK that its replies do not prove' };
    if (FOUND[id]?.includes(sdk.of) !== true || target.transport !== 'stdio') {
      return { from: `your code, or ${sdk.name} below it (not measured)` };
    }
    const cure = isGuarded ? undefined : cureOf(id, sdk.of);
    return {
      from: `${sdk.name}: its bare servers do the same (measured with ${sdk.version})`,
      ...(cure && { cure }),
    };
  };
}

/** What clears most findings, as a sentence; undefined if nothing is known to. */
export function cureText(target: TargetReport): string | undefined {
  const findings = findingsOf(target, ['fail', 'warn']);
  const originOf = originsOf(target);
  const cures = findings.map(({ first }) => originOf(first.id).cure).filter(Boolean);
  const [cure] = cures;
  return cure && `\`${cure}\` clears ${cures.length} of ${findings.length} findings.`;
}
