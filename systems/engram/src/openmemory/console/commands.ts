import { NONSENSE, type Nonsense, type OpenMemoryServer } from '../server/index.js';

/** Something typed that cannot be done; the message tells why. */
export class Mistake extends Error {}

export interface Command {
  /** What is typed, with an example of its argument. */
  readonly usage: string;
  readonly help: string;
  /** Does it, and says what is so now. */
  run(server: OpenMemoryServer, argument: string): string | Promise<string>;
}

const not = (text: string): string => (text === '' ? '' : `, not "${text}"`);

function number(text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) {
    throw new Mistake(`expected a number from ${least} to ${most}${not(text)}`);
  }
  return value;
}

function onOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Mistake(`expected on or off${not(text)}`);
  return text === 'on';
}

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
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries<Command>({
    stop: {
      usage: 'stop',
      help: 'switch it off: connections are refused',
      run: async (server) => {
        await server.stop();
        return 'is stopped';
      },
    },
    start: {
      usage: 'start',
      help: 'switch it on again, on the same port',
      run: async (server) => {
        await server.start();
        return `listens on ${server.url}`;
      },
    },
    slow: {
      usage: 'slow 3000',
      help: 'answer so many milliseconds late; 0 ends it',
      run: (server, argument) => {
        const delay = number(argument, 0, 3_600_000);
        server.setDelay(delay);
        return delay === 0 ? 'answers at once' : `answers ${delay} ms late`;
      },
    },
    fail: {
      usage: 'fail 503',
      help: 'fail at everything with this HTTP status; off ends it',
      run: (server, argument) => {
        server.failWith(argument === 'off' ? undefined : number(argument, 400, 599));
        return argument === 'off' ? 'works again' : `fails with ${argument}`;
      },
    },
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
    cut: {
      usage: 'cut on',
      help: 'break connections in the middle of each answer; off ends it',
      run: (server, argument) => {
        server.cutBodies(onOff(argument));
        return argument === 'on' ? 'cuts its answers' : 'sends whole answers';
      },
    },
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
