import { kept, notObserved, violated, type Case } from '../../case.js';
import { adviceLink } from '../links.js';
import { describe } from '../read-reply.js';
import { endingsOf, type Endings } from './endings.js';

const ABOUT = {
  group: 'process',
  keyword: 'SHOULD',
  link: adviceLink('start-and-end'),
  transports: ['stdio'],
  once: true,
} as const;

/** Ways to end, after which a server has to start again. */
const ENDS = [
  { of: 'eof', name: 'end-of-input', what: 'the end of input' },
  { of: 'sigterm', name: 'sigterm', what: 'SIGTERM' },
  { of: 'sigkill', name: 'sigkill', what: 'SIGKILL' },
] as const satisfies readonly { of: keyof Endings; name: string; what: string }[];

export const startsAgain: readonly Case[] = ENDS.map(({ of, name, what }) => ({
  ...ABOUT,
  id: `errata/process/starts-after-${name}`,
  requirement: `After ${what} the server can be started again, and answers.`,
  fix: 'Leave nothing behind that keeps the next process from starting: lock files, ports, half-written state.',
  async run(probe) {
    const ending = (await endingsOf(probe))[of];
    if (ending === undefined) return notObserved('no second process could be started');
    if (ending.how === undefined) return notObserved('it did not end');
    if (ending.next.session !== undefined) return kept;
    return violated(`after ${what} the next process did not answer: ${ending.next.why}`);
  },
}));

export const sideBySide: Case = {
  ...ABOUT,
  id: 'errata/process/side-by-side',
  requirement: 'Two processes of the server work side by side.',
  fix: 'Hosts start one process each: share no port, lock or file that only one can have.',
  async run(probe) {
    const { beside, run } = await endingsOf(probe);
    if (beside.session === undefined) {
      return violated(`a second process did not answer: ${beside.why}`);
    }
    if (run.reply !== undefined) return kept;
    return violated(`while a second process ran, a request to the first got ${describe(run)}`, run);
  },
};
