import type { CoverageRow } from './read-coverage.js';

/** Files whose tests ask a running server over a socket or a pipe. Any other test builds the failure from the document's own text. */
const WIRE_FILES = [
  'test/systems/',
  'test/scenarios/',
  // A gateway on a port of its own for each call.
  'systems/engram/src/server/mcp-jsonrpc-contract.test.ts',
];

/** What such a file uses to reach a server. */
export const REACHES_A_SERVER =
  /\b(?:proveOnce|runErrata|connectStdio|connectHttp|startAgent|startGateway|useLab)\(/;

export function isOnTheWire(test: string): boolean {
  return WIRE_FILES.some((start) => test.startsWith(start));
}

type Rows = Partial<Pick<CoverageRow, 'seed' | 'heading' | 'kind'>> & {
  readonly items?: readonly string[];
  readonly why: string;
};

/** The rows that no running server can show, and why. A row that a test on the wire shows must not be here. */
export const LIBRARY_ROWS: readonly Rows[] = [
  { kind: 'helper', why: 'a function for authors of servers; what it makes is compared' },
  { kind: 'template', why: 'a table for authors of servers; what it fills in is compared' },
  {
    heading: 'Standard Error Response',
    why: 'INVALID_DEVICE_ID is in no code table of the seed: a running service answers -32003',
  },
  {
    ...{ seed: '001', heading: 'Observability', items: ['item #2', 'item #3'] },
    why: 'counters inside the process, which no client can ask for',
  },
  {
    ...{ seed: '003', heading: 'Verification Checklist', items: ['item #8'] },
    why: 'the number of tests',
  },
];

/** What the page says in the column `on the wire`; undefined if a row has no test on the wire and no reason for that. */
export function wireCell(row: CoverageRow): string | undefined {
  if (row.shownBy.some(isOnTheWire)) return 'yes';
  const found = LIBRARY_ROWS.find(
    ({ seed = row.seed, heading = row.heading, kind = row.kind, items = [row.item] }) =>
      seed === row.seed && heading === row.heading && kind === row.kind && items.includes(row.item),
  );
  return found && `library: ${found.why}`;
}
