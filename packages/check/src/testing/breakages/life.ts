import type { Breakage, Hands, Hooks } from '../breakage.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

/** The server dies of such a message. */
const diesOf = (isDeadly: (text: string) => boolean) => (): Hooks => ({
  incoming(text, hands) {
    if (isDeadly(text)) hands.die();
    return text;
  },
});

/** The server says nothing more on a connection on which such a message came. */
const goesMuteOf = (isDeadly: (text: string) => boolean) => (): Hooks => {
  const mute = new WeakSet<Hands>();
  return {
    incoming(text, hands) {
      if (isDeadly(text)) mute.add(hands);
      return mute.has(hands) ? undefined : text;
    },
  };
};

const dies = (name: string, isDeadly: (text: string) => boolean): Breakage => ({
  ...WHERE,
  id: `jsonrpc/5/alive-after-${name}`,
  breaks: diesOf(isDeadly),
});

const goesMute = (name: string, isDeadly: (text: string) => boolean): Breakage => ({
  ...WHERE,
  id: `jsonrpc/5/alive-after-${name}`,
  breaks: goesMuteOf(isDeadly),
});

/** The parameter that abuses have in common. */
const abused = (text: string, value: string): boolean => text.includes(`"errata":${value}`);
const isNested = (text: string, depth: number): boolean =>
  text.includes('['.repeat(depth)) && !text.includes('['.repeat(depth + 1));
const isCall = (text: string): boolean => text.includes('"tools/call"');

/** The server dies of messages of which there are too many. */
function overwhelmed(name: string, isOne: (text: string) => boolean, most: number): Breakage {
  return {
    ...WHERE,
    id: `jsonrpc/5/alive-after-${name}`,
    breaks() {
      let count = 0;
      return diesOf((text) => isOne(text) && ++count > most)();
    },
  };
}

export const LIFE_BREAKAGES: readonly Breakage[] = [
  dies('broken-json', (text) => text.endsWith('"half')),
  diesOfBytes('byte-ff', 0x22, 0xff, 0x22),
  diesOfBytes('cut-character', 0x22, 0xe2, 0x82, 0x22),
  diesOfBytes('overlong-character', 0xc0, 0xaf),
  goesMute('nul-bytes', (text) => abused(text, '"\0"')),
  { ...WHERE, id: 'jsonrpc/5/no-message-ends-it', breaks: diesOf((text) => text === 'null') },
  { ...WHERE, id: 'jsonrpc/5/alive-after-empty-lines', breaks: endsAtEmptyLines },
  { ...WHERE, id: 'jsonrpc/5/alive-after-pieces', breaks: takesPiecesForMessages },
  dies('prototype-keys', (text) => text.includes('"__proto__":{"id":1}')),
  dies('duplicate-keys', (text) => text.includes('"id":"once"') && text.includes('"id":"twice"')),
  dies('lone-surrogates', (text) => text.includes('errata/\\ud800')),
  dies('deep-nesting', (text) => !isCall(text) && isNested(text, 10_000)),
  dies('deeper-nesting', (text) => !isCall(text) && isNested(text, 100_000)),
  goesMute('long-message', (text) => text.length > 2_000_000),
  dies('long-method', (text) => /"method":"[^"]{100000}/.test(text)),
  dies('long-id', (text) => /"id":"[^"]{100000}/.test(text)),
  dies('huge-numbers', (text) => abused(text, '1e999')),
  overwhelmed('many-notifications', (text) => text.includes('"notifications/errata"'), 150),
  overwhelmed('many-requests', (text) => text.includes('"id":"crowd-'), 80),
  {
    ...dies('large-batch', (text) => text.startsWith('[') && text.length > 20_000),
    era: 'jsonrpc',
  },
  dies('unknown-responses', (text) => text.includes('"errata-nobody-asked"')),
  dies('many-arguments', (text) => isCall(text) && text.includes('"errata_9999"')),
  dies('deep-arguments', (text) => isCall(text) && isNested(text, 5000)),
  goesMute('huge-argument', (text) => isCall(text) && text.length > 900_000),
  { id: 'jsonrpc/5/alive-after-hang-up', era: 'jsonrpc', transport: 'tcp', breaks: isShaken },
];

/** Its decoder throws, and nobody catches it. */
function diesOfBytes(name: string, ...deadly: readonly number[]): Breakage {
  return {
    ...WHERE,
    id: `jsonrpc/5/alive-after-${name}`,
    breaks: () => ({
      bytes(chunk, hands) {
        if (Buffer.from(chunk).includes(Buffer.from(deadly))) hands.die();
        return chunk;
      },
    }),
  };
}

/** Several empty lines in a row are the end for it. */
function endsAtEmptyLines(): Hooks {
  let empty = 0;
  return {
    incoming(text, hands) {
      empty = text.trim() === '' ? empty + 1 : 0;
      if (empty > 3) hands.die();
      return text;
    },
  };
}

/** A chunk that is the rest of a line confuses its reader for good. */
function takesPiecesForMessages(): Hooks {
  const confused = new WeakSet<Hands>();
  return {
    bytes(chunk, hands) {
      const text = Buffer.from(chunk).toString();
      if (!text.startsWith('{') && text.includes('"in pieces"')) confused.add(hands);
      return confused.has(hands) ? undefined : chunk;
    },
  };
}

/** The next request of anybody is lost when a client has hung up within a message. */
function isShaken(): Hooks {
  let shaken = false;
  return {
    bytes(chunk) {
      if (shaken) {
        shaken = false;
        return undefined;
      }
      shaken = Buffer.from(chunk).includes('"errata-hang-up"');
      return chunk;
    },
  };
}
