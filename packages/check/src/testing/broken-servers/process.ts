import { broken, type Breakage, type ServerControls, type Hooks, type World } from '../breakage.js';

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
  ...broken('2025-11-25', 'stdio', {
    'mcp/2024-11-05/lifecycle/speaks-when-asked': isImpatient,
    'errata/process/answers-at-once': loses('errata-at-once-2'),
    'errata/process/side-by-side': loses('errata-beside'),
    'mcp/2024-11-05/lifecycle/ends-at-end-of-input': () => ({ onEnd: 'stay' }),
    'errata/process/exit-code': () => ({ onEnd: 1 }),
    'errata/process/last-request': loses('errata-last-words'),
    'mcp/2024-11-05/lifecycle/ends-on-sigterm': () => ({ onSigterm: 'stay' }),
    'errata/process/starts-after-end-of-input': failsToStartAfter('eof'),
    'errata/process/starts-after-sigterm': failsToStartAfter('SIGTERM'),
    'errata/process/starts-after-sigkill': failsToStartAfter('SIGKILL'),
  }),
  ...broken('jsonrpc', 'tcp', {
    'errata/process/second-connection': loses('errata-second'),
    'errata/process/reconnects': loses('errata-again'),
  }),
];

/** Sends a message if it gets no request for a while. */
function isImpatient({ clock }: World): Hooks {
  const asked = new WeakSet<ServerControls>();
  return {
    begins(controls) {
      void clock.sleep(150).then(() => {
        if (asked.has(controls)) return;
        controls.say('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
      });
    },
    incoming(text, controls) {
      asked.add(controls);
      return text;
    },
  };
}
