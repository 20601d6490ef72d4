import type { Case } from '../../case.js';
import { WITH_HANDSHAKE } from '../eras.js';
import { adviceLink } from '../links.js';
import { judgeErrors, shown, type HeardError } from './heard-errors.js';

/** Numbers that are legal, and mislead whoever reads them. */
function adviceCase(
  misleads: (error: HeardError) => boolean,
  row: Pick<Case, 'id' | 'requirement' | 'link' | 'fix' | 'eras'>,
): Case {
  return {
    ...row,
    group: 'codes',
    keyword: 'SHOULD',
    when: 'last',
    deviation: 'own-code',
    run: (probe) =>
      judgeErrors(
        probe,
        () => true,
        (error) => (misleads(error) ? shown(error) : undefined),
      ),
  };
}

export const httpStatusAsCode = adviceCase(({ code }) => code >= 100 && code <= 599, {
  id: 'errata/codes/http-status',
  requirement: 'No error has a status of HTTP for a code.',
  link: adviceLink('codes'),
  fix: 'Catch the errors of HTTP clients, and say what failed in a code of your own: a bare 404 does not say of what.',
});

/** Exit by success, errors of Linux as Node shows them, and those of libuv elsewhere. */
function isErrno(code: number): boolean {
  return code === 0 || (code >= -133 && code <= -2) || (code >= -4095 && code <= -3000);
}

export const localNumber = adviceCase(({ code }) => isErrno(code), {
  id: 'errata/codes/local-number',
  requirement: 'No error has an errno or 0 for a code.',
  link: adviceLink('codes'),
  fix: 'Do not send the number of whatever was thrown: give each failure a code of its own.',
});

/** Those that come from the SDKs in answer to what HTTP itself refuses are not the author's. */
export const sdkLocalCode = adviceCase(
  ({ code, exchange: { told } }) =>
    (code === -32000 || code === -32001) && !told.some(({ status }) => status >= 400),
  {
    id: 'errata/codes/sdk-local-code',
    requirement:
      'No error has the code -32000 or -32001, by which SDKs of clients mean their own failures.',
    link: adviceLink('codes'),
    fix: 'Use another number: clients take these for a lost connection or a timeout, and some call again.',
    eras: WITH_HANDSHAKE,
  },
);
