import type { Case } from '../../case.js';
import { isObject, membersOf } from '../../json/json.js';
import { MODERN, WITH_HANDSHAKE } from '../eras.js';
import { adviceLink, mcpLink } from '../links.js';
import { judgeErrors, shown, type HeardError } from './heard-errors.js';

/** What one code has to mean wherever it is heard. */
function meaningCase(
  code: number,
  wrong: (error: HeardError) => string | undefined,
  row: Pick<
    Case,
    'id' | 'requirement' | 'link' | 'keyword' | 'fix' | 'eras' | 'transports' | 'deviation'
  >,
): Case {
  return {
    ...row,
    group: 'codes',
    when: 'last',
    run: (probe) => judgeErrors(probe, (error) => error.code === code, wrong),
  };
}

const CODES = mcpLink('basic', '2026-07-28', 'error-codes');

export const headerMismatchOnlyOnHttp = meaningCase(-32020, shown, {
  id: 'mcp/2026-07-28/codes/header-mismatch-only-on-http',
  requirement:
    'No error has the code -32020 where there are no headers: it says that header and body differ.',
  link: CODES,
  keyword: 'MUST',
  fix: 'Use -32020 for headers of HTTP only, and -32602 for params that contradict each other.',
  eras: MODERN,
  transports: ['stdio', 'tcp'],
  deviation: 'own-code',
});

export const missingCapabilityData = meaningCase(
  -32021,
  (error) =>
    isObject(membersOf(error.data)['requiredCapabilities'])
      ? undefined
      : `${shown(error)} whose data has no object requiredCapabilities`,
  {
    id: 'mcp/2026-07-28/codes/missing-capability-data',
    requirement: 'An error -32021 names the missing capabilities in data.requiredCapabilities.',
    link: CODES,
    keyword: 'MUST',
    fix: 'Put the capabilities that the client would have to declare into data.requiredCapabilities.',
    eras: MODERN,
    deviation: 'own-code',
  },
);

export const unsupportedVersionData = meaningCase(
  -32022,
  (error) => {
    const { supported, requested } = membersOf(error.data);
    const isWhole = isListOfStrings(supported) && typeof requested === 'string';
    return isWhole ? undefined : `${shown(error)} whose data lack supported or requested`;
  },
  {
    id: 'mcp/2026-07-28/codes/unsupported-version-data',
    requirement:
      'An error -32022 has the versions that are served in data.supported, and the one that was asked for in data.requested.',
    link: CODES,
    keyword: 'MUST',
    fix: 'Put an array of versions into data.supported, and the version of the request into data.requested.',
    eras: MODERN,
    deviation: 'own-code',
  },
);

export const unsupportedVersionMeant = meaningCase(
  -32022,
  (error) => {
    const { supported, requested } = membersOf(error.data);
    const isSupported = Array.isArray(supported) && supported.includes(requested);
    return isSupported
      ? `${shown(error)} although data.supported has ${String(requested)}`
      : undefined;
  },
  {
    id: 'mcp/2026-07-28/codes/unsupported-version-meant',
    requirement:
      'An error -32022 does not list the requested version among those that are supported.',
    link: CODES,
    keyword: 'MUST',
    fix: 'Use -32022 for versions that are not served, and for nothing else.',
    eras: MODERN,
    deviation: 'own-code',
  },
);

export const urlElicitationData = meaningCase(
  -32042,
  (error) => {
    const { elicitations } = membersOf(error.data);
    const listed: readonly unknown[] = Array.isArray(elicitations)
      ? (elicitations as unknown[])
      : [];
    const isWhole = listed.length > 0 && listed.every(isUrlElicitation);
    return isWhole ? undefined : `${shown(error)} whose data.elicitations do not say where to go`;
  },
  {
    id: 'mcp/2025-11-25/codes/url-elicitation-data',
    requirement:
      'An error -32042 lists elicitations of mode "url", each with elicitationId, url and message.',
    link: 'https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error',
    keyword: 'MUST',
    fix: 'Put the elicitations into data.elicitations, or use a number that means something else.',
    eras: ['2025-11-25'],
    deviation: 'own-code',
  },
);

export const resourceCodeElsewhere = meaningCase(
  -32002,
  (error) =>
    error.method === undefined || error.method.startsWith('resources/') ? undefined : shown(error),
  {
    id: 'errata/codes/resource-code-elsewhere',
    requirement: 'The code -32002 says that a resource is not there, and nothing else.',
    link: adviceLink('codes'),
    keyword: 'SHOULD',
    fix: 'Use another number: clients read -32002 as "resource not found", and some turn it into -32602.',
    eras: WITH_HANDSHAKE,
    deviation: 'own-code',
  },
);

function isListOfStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isUrlElicitation(entry: unknown): boolean {
  const { mode, ...texts } = membersOf(entry);
  const names = ['elicitationId', 'url', 'message'];
  return mode === 'url' && names.every((name) => typeof texts[name] === 'string');
}
