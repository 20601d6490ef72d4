import { kept, notObserved, violated, type Case } from '../../case.js';
import { MCP } from '../eras.js';
import { adviceLink, mcpLink } from '../links.js';
import { describe } from '../read-reply.js';
import { endingsOf, TIME_TO_END } from './endings.js';

const ABOUT = { group: 'process', keyword: 'SHOULD', transports: ['stdio'], once: true } as const;
const SHUTDOWN = mcpLink('lifecycle', '2025-11-25', 'shutdown');
const NO_PROCESS = notObserved('no second process could be started');
const IN_TIME = `within ${TIME_TO_END / 1000} s`;

export const endsAtEndOfInput: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/ends-at-end-of-input',
  requirement: `The server ends ${IN_TIME} when its input ends.`,
  link: SHUTDOWN,
  fix: 'End the process when standard input ends: close what keeps it running, such as timers, sockets and children.',
  eras: MCP,
  async run(probe) {
    const { eof } = await endingsOf(probe);
    if (eof === undefined) return NO_PROCESS;
    if (eof.how !== undefined) return kept;
    return violated(
      `its input ended, and ${TIME_TO_END / 1000} s later the server was still there`,
    );
  },
};

export const endsWithZero: Case = {
  ...ABOUT,
  id: 'errata/process/exit-code',
  requirement: 'A server whose input ends exits with code 0.',
  link: adviceLink('start-and-end'),
  fix: 'The end of input is how every session ends, and no failure: exit with 0, so that hosts do not report a crash.',
  async run(probe) {
    const { eof } = await endingsOf(probe);
    if (eof?.how === undefined) return notObserved('it did not end');
    if (eof.how === 0) return kept;
    return violated(`its input ended, and the server ended with ${eof.how}`);
  },
};

export const answersLastRequest: Case = {
  ...ABOUT,
  id: 'errata/process/last-request',
  requirement: 'A request that came before the end of input is answered before the server ends.',
  link: adviceLink('start-and-end'),
  fix: 'Finish the calls in progress and flush standard output before the process ends.',
  async run(probe) {
    const last = (await endingsOf(probe)).eof?.last;
    if (last === undefined) return NO_PROCESS;
    if (last.reply !== undefined) return kept;
    return violated(`a request right before the end of input got ${describe(last)}`, last);
  },
};

export const endsOnSigterm: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/ends-on-sigterm',
  requirement: `The server ends ${IN_TIME} after SIGTERM.`,
  link: SHUTDOWN,
  fix: 'Let SIGTERM end the process; a handler of it has to exit when it is done.',
  eras: MCP,
  async run(probe) {
    const { sigterm } = await endingsOf(probe);
    if (sigterm === undefined) return NO_PROCESS;
    if (sigterm.how !== undefined) return kept;
    return violated(`${TIME_TO_END / 1000} s after SIGTERM the server was still there`);
  },
};
