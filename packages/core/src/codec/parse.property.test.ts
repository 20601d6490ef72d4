import { describe, expect, it } from 'vitest';
import { ERAS } from '../era/index.js';
import { createParser, encodeError, type Incoming } from './index.js';
import {
  createRandom,
  randomByte,
  randomMessage,
  randomValue,
  type Random,
  type RandomMessage,
} from './testing/random-message.js';

// ERRATA_SEED=$RANDOM npx vitest run packages/core/src/codec explores; without it, every run is the same.
const seed = Number(process.env['ERRATA_SEED'] ?? 20260728);
process.stdout.write(`codec properties: ERRATA_SEED=${seed}\n`);

/** The counts below are those of the drills; `npm test` takes a tenth of them. */
const share = (count: number) => (count * Number(process.env['ERRATA_RUNS'])) / 1000;

const limits = { maxBytes: 20_000, maxDepth: 40, maxBatch: 8 };
const parseLimited = ERAS.map((era) => createParser({ era, limits }));
const parseMcp = createParser({ era: '2025-11-25' });
const parseJsonRpc = createParser({ era: 'jsonrpc' });
const toBytes = (text: string) => new TextEncoder().encode(text);

/** Runs a property on many inputs and gives the first few that break it. */
function violations(count: number, property: (random: Random) => string | undefined): string[] {
  const found: string[] = [];
  for (let i = 0; i < share(count) && found.length < 3; i++) {
    const violation = property(createRandom(seed + i * 7919));
    if (violation !== undefined) found.push(violation);
  }
  return found;
}

/** What is wrong with a record, whatever it was made from. */
function flaw(record: Incoming): string | undefined {
  switch (record.kind) {
    case 'batch':
      return record.messages.length === 0 ? 'empty batch' : record.messages.map(flaw).find(Boolean);
    case 'notification':
      return typeof record.method === 'string' ? undefined : 'no method';
    case 'request':
      return typeof record.method === 'string' ? flawOfId(record.id) : 'no method';
    case 'response':
      if ('result' in record === 'error' in record) return 'result and error';
      return record.id === undefined ? undefined : flawOfId(record.id);
    case 'problem':
      if (record.details === '' || record.condition === undefined) return 'nothing said';
      return record.id === undefined ? undefined : flawOfId(record.id);
  }
}

/** An id is good where a reply that carries it is one line of JSON, fit for UTF-8, with that id in it. */
function flawOfId(id: string): string | undefined {
  const reply = encodeError(id, '{"code":1,"message":"m"}', 'omit');
  const sent = new TextDecoder().decode(toBytes(reply));
  if (sent !== reply || /[\n\r]/.test(reply)) return `cannot be sent: ${reply}`;
  const value = (JSON.parse(reply) as { id: unknown }).id;
  return Object.is(value, JSON.parse(id)) && (value === null || typeof value !== 'object')
    ? undefined
    : `not an id: ${id}`;
}

/** Reads an input in JSON-RPC and in one revision of MCP. */
function flawOfInput(input: string | Uint8Array, random: Random): string | undefined {
  const mcp = parseLimited[1 + random.below(parseLimited.length - 1)]!;
  const wrong = flaw(parseLimited[0]!(input)) ?? flaw(mcp(input));
  return wrong === undefined ? undefined : `${wrong}: ${JSON.stringify(input)}`;
}

/** One random change: a bit, a byte, a cut, a copy of a part, or a second text behind it. */
function mutate(random: Random, bytes: Uint8Array): Uint8Array {
  const at = random.below(bytes.length);
  const copied = at + random.below(bytes.length - at);
  const head = bytes.subarray(0, at);
  switch (random.below(7)) {
    case 0:
      return join(head, [bytes[at]! ^ (1 << random.below(8))], bytes.subarray(at + 1));
    case 1:
      return join(head, [randomByte(random)], bytes.subarray(at + 1));
    case 2:
      return join(head, bytes.subarray(at + 1));
    case 3:
      return join(head, [randomByte(random)], bytes.subarray(at));
    case 4:
      return head;
    case 5:
      return join(bytes.subarray(0, copied), bytes.subarray(at));
    default:
      return join(bytes, toBytes(randomMessage(random).text));
  }
}

function join(...parts: readonly ArrayLike<number>[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** One character removed, replaced or added, but not inside of the id member and not glued to its value. */
function changeOutside(random: Random, { text, from, to }: RandomMessage): string {
  const outside = random.below(text.length - (to - from) - 1);
  const at = outside < from ? outside : outside + (to - from) + 1;
  const character = String.fromCharCode(randomByte(random));
  const kind = random.below(3);
  return text.slice(0, at) + (kind === 0 ? '' : character) + text.slice(kind === 2 ? at : at + 1);
}

describe('any input at all', () => {
  it('gives a well-formed record for random bytes', () => {
    const found = violations(15_000, (random) =>
      flawOfInput(
        Uint8Array.from({ length: random.below(60) }, () => randomByte(random)),
        random,
      ),
    );
    expect(found).toEqual([]);
  });

  it('gives a well-formed record for valid messages changed up to three times', () => {
    const found = violations(10_000, (random) => {
      let bytes: Uint8Array = toBytes(randomMessage(random).text);
      for (let i = random.below(3); i >= 0 && bytes.length > 0; i--) bytes = mutate(random, bytes);
      return flawOfInput(random.chance(0.5) ? bytes : new TextDecoder().decode(bytes), random);
    });
    expect(found).toEqual([]);
  });

  it('gives a well-formed record for random JSON values, alone and in batches', () => {
    const found = violations(4_000, (random) => {
      const items = Array.from({ length: random.below(10) }, () =>
        random.chance(0.5) ? randomMessage(random).text : randomValue(random, 4),
      );
      return flawOfInput(random.chance(0.3) ? (items[0] ?? '') : `[${items.join()}]`, random);
    });
    expect(found).toEqual([]);
  });

  it('gives a well-formed record for texts nested to any depth, closed or not', () => {
    const found = violations(200, (random) => {
      const depth = random.below(random.chance(0.1) ? 100_000 : 100);
      const [open, close] = random.pick([
        ['[', ']'],
        ['{"id":', '}'],
        ['{"a":[', ']}'],
      ] as const);
      return flawOfInput(
        open.repeat(depth) + '1' + close.repeat(random.chance(0.5) ? depth : 3),
        random,
      );
    });
    expect(found).toEqual([]);
  });
});

describe('the id of a readable message', () => {
  it('is the text in the source, byte for byte, in every era', () => {
    const found = violations(20_000, (random) => {
      const { text, id } = randomMessage(random);
      const input = random.chance(0.5) ? text : toBytes(text);
      const records = [parseMcp(input), parseJsonRpc(input)];
      return records.every((record) => 'id' in record && record.id === id) ? undefined : text;
    });
    expect(found).toEqual([]);
  });

  it('is the text in the source for each message of a batch', () => {
    const found = violations(2_000, (random) => {
      const items = Array.from({ length: 1 + random.below(6) }, () => randomMessage(random));
      const text = `[${items.map((item) => item.text).join(',')}]`;
      const record = parseJsonRpc(text);
      const ids = record.kind === 'batch' ? record.messages.map((m) => 'id' in m && m.id) : [];
      return items.every((item, i) => item.id === ids[i]) ? undefined : text;
    });
    expect(found).toEqual([]);
  });

  it('has the value that JSON.parse finds, after any other change of the text', () => {
    let compared = 0;
    const found = violations(15_000, (random) => {
      const bytes = mutate(random, toBytes(randomMessage(random).text));
      const text = new TextDecoder().decode(bytes);
      const record = parseJsonRpc(text);
      if (!('id' in record) || record.id === undefined) return undefined;
      compared++;
      const { id } = JSON.parse(text) as { id: unknown };
      return Object.is(JSON.parse(record.id), id) ? undefined : text;
    });
    expect(found).toEqual([]);
    expect(compared).toBeGreaterThan(share(1_000));
  });
});

describe('the id of a broken message', () => {
  it('is the true one or none wherever the text is cut', () => {
    let recovered = 0;
    const found = violations(1_500, (random) => {
      const { text, id } = randomMessage(random);
      for (let length = 0; length < text.trimEnd().length; length++) {
        const cut = text.slice(0, length);
        const record = parseMcp(cut);
        if (record.kind !== 'problem') return cut;
        if (record.id === undefined) continue;
        if (record.id !== id) return cut;
        recovered++;
      }
      return undefined;
    });
    expect(found).toEqual([]);
    expect(recovered).toBeGreaterThan(share(20_000));
  });

  it('is the true one or none when anything outside of the id is changed', () => {
    let recovered = 0;
    const found = violations(20_000, (random) => {
      const message = randomMessage(random);
      const changed = changeOutside(random, message);
      const record = parseMcp(changed);
      if (record.kind !== 'problem' || record.problem !== 'invalid-json') return undefined;
      if (record.id !== undefined) recovered++;
      return record.id === undefined || record.id === message.id ? undefined : changed;
    });
    expect(found).toEqual([]);
    expect(recovered).toBeGreaterThan(share(4_000));
  });

  it('is the true one or none when another byte is invalid UTF-8', () => {
    let recovered = 0;
    const found = violations(10_000, (random) => {
      const { text, id } = randomMessage(random);
      const bytes = toBytes(text);
      bytes[random.below(bytes.length)] = 0xff;
      const record = parseMcp(bytes);
      if (record.kind !== 'problem' || record.problem !== 'invalid-utf8') return text;
      if (record.id !== undefined) recovered++;
      return record.id === undefined || record.id === id ? undefined : text;
    });
    expect(found).toEqual([]);
    expect(recovered).toBeGreaterThan(share(2_000));
  });
});
