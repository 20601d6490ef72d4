// For tests only: messages written by hand from a seed, so that a test knows how the id was spelled without asking the
// codec. Not exported by the package.

export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** A small generator (mulberry32): the same seed gives the same messages on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)]!,
  };
}

export interface RandomMessage {
  readonly text: string;
  /** The id as it is spelled in the text. */
  readonly id: string;
  /** Where the id member is, from its key to the end of its value. */
  readonly from: number;
  readonly to: number;
}

/** A valid request whose members, spaces, escapes and nested ids are all over the place. Its id is legal in every era. */
export function randomMessage(random: Random): RandomMessage {
  const id = randomId(random);
  const others = [
    `${spellKey(random, 'jsonrpc')}${space(random)}:${space(random)}"2.0"`,
    `${spellKey(random, 'method')}${space(random)}:${space(random)}${randomString(random)}`,
  ];
  if (random.chance(0.8)) others.push(`"params":${space(random)}${randomObject(random, 3)}`);
  while (random.chance(0.3)) others.push(`${randomKey(random)}:${randomValue(random, 2)}`);
  const place = random.below(others.length + 1);
  let text = `${space(random)}{${space(random)}`;
  let from = 0;
  let to = 0;
  for (let i = 0; i <= others.length; i++) {
    if (i > 0) text += `,${space(random)}`;
    if (i === place) {
      from = text.length;
      text += `${spellKey(random, 'id')}${space(random)}:${space(random)}${id}`;
      to = text.length;
    } else {
      text += others[i < place ? i : i - 1]!;
    }
    text += space(random);
  }
  return { text: `${text}}${space(random)}`, id, from, to };
}

/** An id that JSON-RPC and MCP both allow: a string or a whole number, in any spelling. */
export function randomId(random: Random): string {
  if (random.chance(0.4)) return randomString(random);
  if (random.chance(0.4)) return random.pick(WHOLE_NUMBERS);
  const digits = `${random.chance(0.2) ? '-' : ''}${1 + random.below(9)}${LONG.slice(random.below(30))}`;
  return digits + random.pick(['', '', '.000', `e${random.below(400)}`]);
}

export function randomValue(random: Random, depth: number): string {
  if (depth > 0 && random.chance(0.3)) return randomObject(random, depth - 1);
  if (depth > 0 && random.chance(0.2)) {
    const items = Array.from({ length: random.below(4) }, () => randomValue(random, depth - 1));
    return `[${space(random)}${items.join(`${space(random)},`)}]`;
  }
  return random.chance(0.4)
    ? randomString(random)
    : random.pick([
        'true',
        'false',
        'null',
        '0',
        '-1.5',
        '1e9',
        '"id"',
        '"\\"id\\":5"',
        '"{\\"id\\":6"',
      ]);
}

/** Any byte at all, but more often those that mean something to JSON. */
export function randomByte(random: Random): number {
  return random.chance(0.5) ? random.below(256) : random.pick(SIGNS).charCodeAt(0);
}

const LONG = '012345678901234567890123456789';
const WHOLE_NUMBERS = '0 -0 7 1.0 1e2 1E+2 0.5e1 100e-2 0e-5 9007199254740993'.split(' ');
const SIGNS = [...'{}[]",:\\0123456789-.eEtfn \n\tid'];
const SPACES = ['', '', '', '', ' ', '\n', '\r\n', '\t ', '   '];
const KEYS = ['a', 'name', 'idx', 'ID', 'i', 'd', 'Id', 'gid', '__proto__', 'constructor', 'x"id'];
const CHARACTERS = [
  'a',
  'i',
  'd',
  '"',
  '\\',
  '/',
  '\n',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'é',
  '😀',
  '\u2028',
];
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n' };

function randomObject(random: Random, depth: number): string {
  const members = Array.from({ length: random.below(4) }, () => {
    const key = random.chance(0.4) ? spellKey(random, 'id') : randomKey(random);
    return `${key}${space(random)}:${space(random)}${randomValue(random, depth)}`;
  });
  return `{${members.join(`,${space(random)}`)}}`;
}

function randomString(random: Random): string {
  const length = random.chance(0.005) ? 500 : random.below(8);
  let value = '';
  for (let i = 0; i < length; i++) value += random.pick(CHARACTERS);
  return spell(random, value, random.chance(0.3) ? 0.4 : 0);
}

function randomKey(random: Random): string {
  return spellKey(random, random.pick(KEYS));
}

function spellKey(random: Random, key: string): string {
  return spell(random, key, random.chance(0.1) ? 0.5 : 0);
}

/** A JSON string with this value, each character escaped with this probability. */
function spell(random: Random, value: string, escaping: number): string {
  let text = '';
  for (const character of value) {
    if (escaping > 0 && random.chance(escaping)) text += escapeUnits(character);
    else if (character === '/' && random.chance(0.5)) text += '\\/';
    else text += SHORT_ESCAPES[character] ?? character;
  }
  return `"${text}"`;
}

function escapeUnits(character: string): string {
  return [...Array(character.length).keys()]
    .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
}

function space(random: Random): string {
  return random.pick(SPACES);
}
