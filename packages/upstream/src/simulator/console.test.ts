import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { atKeyboard } from '@errata/testing';
import {
  type ConsoleCommand,
  helpText,
  Mistake,
  readNumber,
  runCommand,
  runConsole,
} from './console.js';

class Lamp {
  brightness = 0;
  closed = false;

  async close(): Promise<void> {
    this.closed = true;
  }
}

const shine: ConsoleCommand<Lamp> = {
  usage: 'shine 5',
  help: 'shine so bright',
  run: (lamp, argument) => {
    lamp.brightness = readNumber(argument, 1, 9);
    return `shines at ${lamp.brightness}`;
  },
};
const burst: ConsoleCommand<Lamp> = {
  usage: 'burst',
  help: 'burst',
  run: async () => {
    await new Promise(setImmediate);
    throw new Error('glass everywhere');
  },
};
const COMMANDS = new Map([
  ['shine', shine],
  ['burst', burst],
]);

async function obey(lamp: Lamp, line: string): Promise<string> {
  const [name = '', argument = ''] = line.split(' ');
  const command = COMMANDS.get(name);
  if (command === undefined) throw new Mistake(`there is no "${name}"`);
  return runCommand(command, lamp, argument);
}

function run(lamp = new Lamp(), start = async () => lamp) {
  const help = helpText([shine, burst, { usage: 'quit', help: 'end it' }]);
  const introduce = () => 'A lamp is there.';
  return atKeyboard((io) => runConsole({ name: 'The lamp', start, introduce, help, obey }, io));
}

describe('a console', () => {
  it('prints the address and the commands', async () => {
    const { shown, until, stop, code } = run();
    await until('quit');
    expect(shown()).toBe(
      'A lamp is there.\n\nType while it runs:\n  shine 5  shine so bright\n  burst    burst\n  quit     end it\n\n',
    );
    stop.abort();
    expect(await code).toBe(0);
  });

  it.each([
    ['shine 7', 'shines at 7\n'],
    ['  shine\t7 ', 'shines at 7\n'],
    ['help', '  shine 5  shine so bright\n'],
    ['', '  shine 5  shine so bright\n'],
    ['shine', '! Not done: expected a number from 1 to 9, such as shine 5.\n'],
    ['shine 10', '! Not done: expected a number from 1 to 9, not "10".\n'],
    ['burst now', '! Not done: "burst" takes no argument.\n'],
    ['burst', '! Failed: glass everywhere\n'],
    ['sing', '! Not done: there is no "sing".\n'],
    ['\u001b[31m', '! Not done: there is no "[31m".\n'],
    ['x'.repeat(500), `! Not done: there is no "${'x'.repeat(200)}".\n`],
  ])('answers %j', async (line, answer) => {
    const { type, until, stop, code } = run();
    await until('quit');
    await type(line, answer);
    stop.abort();
    expect(await code).toBe(0);
  });

  it.each(['quit', 'exit'])('ends with %s, after the lines before it', async (word) => {
    const lamp = new Lamp();
    const { input, code, shown } = run(lamp);
    input.write(`burst\nshine 3\n${word}\nshine 4\n`);
    expect(await code).toBe(0);
    expect(shown()).toMatch(/glass everywhere\nshines at 3\n$/);
    expect(lamp).toMatchObject({ brightness: 3, closed: true });
  });

  it('does not end with its input, but with its signal', async () => {
    const lamp = new Lamp();
    const { input, until, stop, code } = run(lamp);
    await until('quit');
    input.end('shine 3\n');
    await once(input, 'close');
    await until('shines at 3');
    expect(lamp.closed).toBe(false);
    stop.abort();
    expect(await code).toBe(0);
    expect(lamp.closed).toBe(true);
  });

  it('says why it cannot start', async () => {
    const { code, shown } = run(new Lamp(), () => Promise.reject(new Error('no power')));
    expect(await code).toBe(1);
    expect(shown()).toBe('! The lamp cannot start: no power\n');
  });
});

describe('a command with a text in front', () => {
  it('shows that text with its usage', async () => {
    const lamp = new Lamp();
    await expect(runCommand(shine, lamp, '', '2 ')).rejects.toThrow('such as 2 shine 5');
    await expect(runCommand(burst, lamp, 'now', '2 ')).rejects.toThrow(
      'takes no argument: 2 burst',
    );
    expect(await runCommand(shine, lamp, '4', '2 ')).toBe('shines at 4');
  });
});
