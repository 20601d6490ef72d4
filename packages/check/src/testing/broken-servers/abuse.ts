import { broken, type Breakage, type ServerControls, type Hooks } from '../breakage.js';

/** The server dies of such a message. */
const diesOf = (isDeadly: (text: string) => boolean) => (): Hooks => ({
  incoming(text, controls) {
    if (isDeadly(text)) controls.die();
    return text;
  },
});

/** The server says nothing more on a connection on which such a message came. */
const goesMuteOf = (isDeadly: (text: string) => boolean) => (): Hooks => {
  const mute = new WeakSet<ServerControls>();
  return {
    incoming(text, controls) {
      if (isDeadly(text)) mute.add(controls);
      return mute.has(controls) ? undefined : text;
    },
  };
};

/** The parameter that abuses have in common. */
const abused = (text: string, value: string): boolean => text.includes(`"errata":${value}`);

const isNested = (text: string, depth: number): boolean =>
  text.includes('['.repeat(depth)) && !text.includes('['.repeat(depth + 1));

const isCall = (text: string): boolean => text.includes('"tools/call"');

export const ABUSE_BREAKAGES: readonly Breakage[] = [
  ...broken('2025-11-25', 'stdio', {
    'jsonrpc/5/alive-after-broken-json': diesOf((text) => text.endsWith('"half')),
    'jsonrpc/5/alive-after-byte-ff': diesOfBytes(0x22, 0xff, 0x22),
    'jsonrpc/5/alive-after-cut-character': diesOfBytes(0x22, 0xe2, 0x82, 0x22),
    'jsonrpc/5/alive-after-overlong-character': diesOfBytes(0xc0, 0xaf),
    'jsonrpc/5/alive-after-nul-bytes': goesMuteOf((text) => abused(text, '"\0"')),
    'jsonrpc/5/alive-after-prototype-keys': diesOf((text) => text.includes('"__proto__":{"id":1}')),
    'jsonrpc/5/alive-after-duplicate-keys': diesOf(
      (text) => text.includes('"id":"once"') && text.includes('"id":"twice"'),
    ),
    'jsonrpc/5/alive-after-lone-surrogates': diesOf((text) => text.includes('errata/\\ud800')),
    'jsonrpc/5/alive-after-deep-nesting': diesOf((text) => !isCall(text) && isNested(text, 10_000)),
    'jsonrpc/5/alive-after-deeper-nesting': diesOf(
      (text) => !isCall(text) && isNested(text, 100_000),
    ),
    'jsonrpc/5/alive-after-long-message': goesMuteOf(
      ({ length }) => length > 2_000_000 && length < 3_000_000,
    ),
    'jsonrpc/5/alive-after-huge-message': goesMuteOf((text) => text.length > 12_000_000),
    'jsonrpc/5/alive-after-long-method': diesOf((text) => /"method":"[^"]{100000}/.test(text)),
    'jsonrpc/5/alive-after-long-id': diesOf((text) => /"id":"[^"]{100000}/.test(text)),
    'jsonrpc/5/alive-after-huge-numbers': diesOf((text) => abused(text, '1e999')),
    'jsonrpc/5/alive-after-many-notifications': diesOfMany(
      (text) => text.includes('"notifications/errata"'),
      150,
    ),
    'jsonrpc/5/alive-after-many-requests': diesOfMany((text) => text.includes('"id":"crowd-'), 80),
    'jsonrpc/5/alive-after-unknown-responses': diesOf((text) =>
      text.includes('"errata-nobody-asked"'),
    ),
    'jsonrpc/5/alive-after-many-arguments': diesOf(
      (text) => isCall(text) && text.includes('"errata_9999"'),
    ),
    'jsonrpc/5/alive-after-deep-arguments': diesOf((text) => isCall(text) && isNested(text, 5000)),
    'jsonrpc/5/alive-after-huge-argument': goesMuteOf(
      (text) => isCall(text) && text.length > 900_000,
    ),
    'jsonrpc/5/no-message-ends-it': diesOf((text) => text === 'null'),
    'jsonrpc/5/alive-after-empty-lines': endsAtEmptyLines,
    'jsonrpc/5/alive-after-pieces': takesPiecesForMessages,
  }),
  ...broken('jsonrpc', 'stdio', {
    'jsonrpc/5/alive-after-large-batch': diesOf(
      (text) => text.startsWith('[') && text.length > 20_000,
    ),
  }),
  ...broken('jsonrpc', 'tcp', { 'jsonrpc/5/alive-after-hang-up': isShaken }),
];

/** The server dies of messages of which there are too many. */
function diesOfMany(isOne: (text: string) => boolean, most: number): () => Hooks {
  return () => {
    let count = 0;
    return diesOf((text) => isOne(text) && ++count > most)();
  };
}

/** Its decoder throws, and the exception is not caught. */
function diesOfBytes(...deadly: readonly number[]): () => Hooks {
  return () => ({
    bytes(chunk, controls) {
      if (Buffer.from(chunk).includes(Buffer.from(deadly))) controls.die();
      return chunk;
    },
  });
}

/** Several empty lines in a row are the end for it. */
function endsAtEmptyLines(): Hooks {
  let empty = 0;
  return {
    incoming(text, controls) {
      empty = text.trim() === '' ? empty + 1 : 0;
      if (empty > 3) controls.die();
      return text;
    },
  };
}

/** A chunk that is the rest of a line confuses its reader for good. */
function takesPiecesForMessages(): Hooks {
  const confused = new WeakSet<ServerControls>();
  return {
    bytes(chunk, controls) {
      const text = Buffer.from(chunk).toString();
      if (!text.startsWith('{') && text.includes('"in pieces"')) confused.add(controls);
      return confused.has(controls) ? undefined : chunk;
    },
  };
}

/** The next request of any client is lost after a client has hung up within a message. */
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
