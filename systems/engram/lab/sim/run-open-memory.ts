import { randomBytes } from 'node:crypto';
import {
  cutCommand,
  failCommand,
  helpText,
  Mistake,
  not,
  runCommand,
  runConsole,
  slowCommand,
  startCommand,
  stopCommand,
  type ConsoleCommand,
  type RunIo,
} from '@errata/upstream/simulator';
import {
  NONSENSE,
  startOpenMemory,
  type Nonsense,
  type OpenMemoryOptions,
  type OpenMemoryServer,
} from '../../src/openmemory/server/start-open-memory.js';
import { PERFORM, type Simulated } from './published-servers.js';

/** What can be done to OpenMemory while it runs, by the word that is typed. */
const COMMANDS: ReadonlyMap<string, ConsoleCommand<OpenMemoryServer>> = new Map(
  Object.entries<ConsoleCommand<OpenMemoryServer>>({
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
        return `answers with ${kind === 'text' ? 'a text that is not JSON' : 'success: false'}`;
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
      run: (server) => server.fill().then(() => 'has a full disk'),
    },
    unfill: {
      usage: 'unfill',
      help: 'give its disk room again',
      run: (server) => server.unfill().then(() => 'has room again'),
    },
  }),
);

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

const SERVERS = { js: 'JavaScript server', py: 'Python server' } as const;

/** What can be typed. */
const HELP = helpText([
  ...COMMANDS.values(),
  { usage: 'help', help: 'show this' },
  { usage: 'quit', help: 'end it' },
]);

/** Does what was typed, and says what is so now. */
async function obey(server: OpenMemoryServer, line: string): Promise<string> {
  const [name = '', ...rest] = line.split(/\s+/);
  const command = COMMANDS.get(name);
  if (command === undefined) {
    throw new Mistake(`there is no command "${name}"; type help to see them all`);
  }
  return `OpenMemory ${await runCommand(command, server, rest.join(' '))}`;
}

export interface RunOpenMemoryOptions extends Omit<OpenMemoryOptions, 'perform'> {
  /** Which published server is simulated. Default: js. */
  readonly dialect?: Simulated;
}

/** Start an OpenMemory, tell how to reach it, and let it be broken from the keyboard. The exit code. */
export function runOpenMemory(options: RunOpenMemoryOptions, io: RunIo): Promise<number> {
  const { dialect = 'js', ...settings } = options;
  const { apiKey = `om-${randomBytes(12).toString('hex')}` } = options;
  return runConsole(
    {
      name: 'OpenMemory',
      start: () => startOpenMemory({ ...settings, apiKey, perform: PERFORM[dialect] }),
      introduce: ({ url }) =>
        `OpenMemory (${SERVERS[dialect]}) is listening.\n\n  url  ${url}` +
        (dialect === 'js' ? `\n  key  ${apiKey}` : ''),
      help: HELP,
      obey,
    },
    io,
  );
}
