import type { Breakage, Hands, Hooks, World } from '../breakage.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;
const TCP = { era: 'jsonrpc', transport: 'tcp' } as const;

/** After such an end the next start fails once, as it does where a lock was left behind. */
const failsToStartAfter = (how: 'eof' | 'SIGTERM' | 'SIGKILL') => (): Hooks => {
  let hasFailed = false;
  return {
    startsAgain(ended) {
      if (hasFailed || ended.at(-1) !== how) return true;
      hasFailed = true;
      return false;
    },
  };
};

/** Requests with such an id are lost. */
const loses = (id: string) => (): Hooks => ({
  incoming: (text) => (text.includes(`"id":"${id}"`) ? undefined : text),
});

export const PROCESS_BREAKAGES: readonly Breakage[] = [
  { ...WHERE, id: 'mcp/2024-11-05/lifecycle/speaks-when-asked', breaks: isImpatient },
  { ...WHERE, id: 'errata/process/answers-at-once', breaks: loses('errata-at-once-2') },
  { ...WHERE, id: 'errata/process/side-by-side', breaks: loses('errata-beside') },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/lifecycle/ends-at-end-of-input',
    breaks: () => ({ onEnd: 'stay' }),
  },
  { ...WHERE, id: 'errata/process/exit-code', breaks: () => ({ onEnd: 1 }) },
  { ...WHERE, id: 'errata/process/last-request', breaks: loses('errata-last-words') },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/lifecycle/ends-on-sigterm',
    breaks: () => ({ onSigterm: 'stay' }),
  },
  { ...WHERE, id: 'errata/process/starts-after-end-of-input', breaks: failsToStartAfter('eof') },
  { ...WHERE, id: 'errata/process/starts-after-sigterm', breaks: failsToStartAfter('SIGTERM') },
  { ...WHERE, id: 'errata/process/starts-after-sigkill', breaks: failsToStartAfter('SIGKILL') },
  { ...TCP, id: 'errata/process/second-connection', breaks: loses('errata-second') },
  { ...TCP, id: 'errata/process/reconnects', breaks: loses('errata-again') },
];

/** Speaks up when nobody asks it anything for a while. */
function isImpatient({ clock }: World): Hooks {
  const asked = new WeakSet<Hands>();
  return {
    begins(hands) {
      void clock.sleep(150).then(() => {
        if (asked.has(hands)) return;
        hands.say('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
      });
    },
    incoming(text, hands) {
      asked.add(hands);
      return text;
    },
  };
}
