import type { Verdict } from '@errata/catalogs';

/** What a verdict says about a number, worst first. Where there is nothing the matter there is nothing to say. */
export const VERDICTS: Readonly<Partial<Record<Verdict, string>>> = {
  conflict: 'the MCP specification gives it one meaning, and others use it for something else',
  reserved: 'MCP 2026-07-28 keeps it for itself, so nobody else may send it there',
  legacy: 'too many used it before, so MCP 2026-07-28 forbids receivers to assume a meaning',
  standard: 'defined by JSON-RPC 2.0; narrower meanings travel under the same number',
  ambiguous: 'free for everybody, so only the sender knows what it means',
};
