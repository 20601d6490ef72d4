import {
  cutCommand,
  failCommand,
  Mistake,
  not,
  slowCommand,
  startCommand,
  stopCommand,
  type Command,
} from '@errata/system/simulator';
import { NONSENSE, type Nonsense, type OpenMemoryServer } from '../server/index.js';

function nonsense(text: string): Nonsense | undefined {
  if (text === 'off') return undefined;
  const wanted = text === 'on' ? 'text' : NONSENSE.find((kind) => kind === text);
  if (wanted === undefined) {
    throw new Mistake(`expected on, ${NONSENSE.join(', ')} or off${not(text)}`);
  }
  return wanted;
}

/** A key that fits into a header. */
function key(text: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Mistake('expected the new key, without spaces');
  return text;
}

/** What can be done to OpenMemory while it runs, by the word that is typed. */
export const COMMANDS: ReadonlyMap<string, Command<OpenMemoryServer>> = new Map(
  Object.entries<Command<OpenMemoryServer>>({
    stop: stopCommand('is stopped'),
    start: startCommand(({ url }) => url),
    slow: slowCommand(3000),
    fail: failCommand(503),
    nonsense: {
      usage: 'nonsense on',
      help: 'answer 200 with a text, or with a failure; off ends it',
      run: (server, argument) => {
        const kind = nonsense(argument);
        server.answerNonsense(kind);
        if (kind === undefined) return 'makes sense again';
        return kind === 'text'
          ? 'answers with a text that is no JSON'
          : 'answers with success: false';
      },
    },
    cut: cutCommand,
    key: {
      usage: 'key x',
      help: 'want another key',
      run: (server, argument) => {
        server.setApiKey(key(argument));
        return 'wants the new key';
      },
    },
    fill: {
      usage: 'fill',
      help: 'leave its disk no room: nothing can be added',
      run: async (server) => {
        await server.fill();
        return 'has a full disk';
      },
    },
    unfill: {
      usage: 'unfill',
      help: 'give its disk room again',
      run: async (server) => {
        await server.unfill();
        return 'has room again';
      },
    },
  }),
);
