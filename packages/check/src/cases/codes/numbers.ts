import type { Case } from '../../case.js';
import { MODERN } from '../eras.js';
import { JSONRPC, mcpLink } from '../links.js';
import { lawOf, type Law } from './code-law.js';
import { judgeErrors, shown } from './heard-errors.js';

const POLICY = mcpLink('basic', '2026-07-28', 'error-codes');

/** What all errors of a run have for numbers: those under a law are forbidden. */
function numberCase(
  law: Law,
  row: Pick<Case, 'id' | 'requirement' | 'link' | 'keyword' | 'fix' | 'eras'>,
): Case {
  return {
    ...row,
    group: 'codes',
    when: 'last',
    deviation: 'own-code',
    run: (probe) =>
      judgeErrors(
        probe,
        () => true,
        (error) => (lawOf(error.code, probe.era) === law ? shown(error) : undefined),
      ),
  };
}

export const undefinedReserved = numberCase('unassigned', {
  id: 'jsonrpc/5.1/codes/undefined-reserved',
  requirement: 'No error has a code of -32768…-32100 that JSON-RPC does not define.',
  link: JSONRPC.errorObject,
  keyword: 'MUST',
  fix: 'Use a standard code with its meaning, or a number outside of -32768…-32000.',
});

export const reservedRange = numberCase('reserved', {
  id: 'mcp/2026-07-28/codes/reserved-range',
  requirement: 'No error has a code of -32099…-32020 that the specification does not define.',
  link: POLICY,
  keyword: 'MUST',
  fix: 'Move own codes out of -32768…-32000, such as -32050 to -31050.',
  eras: MODERN,
});

export const retiredCodes = numberCase('retired', {
  id: 'mcp/2026-07-28/codes/retired',
  requirement: 'No error has the code -32002 or -32042, which the revision has retired.',
  link: POLICY,
  keyword: 'MUST',
  fix: 'Say -32602 with data.uri for a resource that is not there, and ask for input by a result instead of -32042.',
  eras: MODERN,
});

export const legacyBand = numberCase('legacy', {
  id: 'mcp/2026-07-28/codes/legacy-band',
  requirement:
    'No error has a code of -32019…-32000, which is kept for what older servers meant by it.',
  link: POLICY,
  keyword: 'SHOULD',
  fix: 'Move own codes out of -32768…-32000: clients must not assume any meaning in this band.',
  eras: MODERN,
});
