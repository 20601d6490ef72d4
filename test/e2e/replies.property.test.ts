import {
  engramContract,
  erlmcpContract,
  jsonrpcContract,
  routerosContract,
  sqlFunContract,
} from '@errata/catalogs';
import { createServer, ERAS, type Server } from '@errata/core';
import { describe, expect, it } from 'vitest';
import {
  createRandom,
  randomByte,
  randomMessage,
  type Random,
} from '../../packages/core/src/codec/testing/random-message.js';

// The whole boundary: bytes in, text out. ERRATA_SEED explores; without it every run is the same.
const seed = Number(process.env['ERRATA_SEED'] ?? 20260728);
process.stdout.write(`reply properties: ERRATA_SEED=${seed}\n`);

/** The counts below are those of the drills; `npm test` takes a tenth of them. */
const share = (count: number) => (count * Number(process.env['ERRATA_RUNS'])) / 1000;

const contracts = [
  jsonrpcContract,
  routerosContract,
  engramContract,
  erlmcpContract,
  sqlFunContract,
];

const servers: readonly Server[] = contracts.flatMap((contract) =>
  ERAS.map((era) =>
    createServer({
      contract,
      era,
      limits: { maxBytes: 20_000, maxDepth: 40, maxBatch: 8 },
      methods: {
        ok: () => 1,
        boom: () => {
          throw new Error('hunter2');
        },
      },
    }),
  ),
);

const toBytes = (text: string) => new TextEncoder().encode(text);

/** Runs a property on many inputs and gives the first few that break it. */
function violations(count: number, property: (random: Random) => string | undefined): string[] {
  const found: string[] = [];
  for (let i = 0; i < share(count) && found.length < 3; i++) {
    const violation = property(createRandom(seed + i * 104_729));
    if (violation !== undefined) found.push(violation);
  }
  return found;
}

/** What is wrong with a reply, whatever it answers: one line, valid, sendable, result or error, and no secret. */
function flaw(reply: unknown): string | undefined {
  if (reply === undefined) return undefined;
  if (typeof reply !== 'string') return 'not a text';
  if (/[\n\r]/.test(reply) || new TextDecoder().decode(toBytes(reply)) !== reply)
    return `cannot be sent: ${reply}`;
  if (reply.includes('hunter2')) return `leaks: ${reply}`;
  const value = JSON.parse(reply) as object | object[];
  const bad = [value].flat().find((one) => 'result' in one === 'error' in one);
  return bad === undefined ? undefined : `neither result nor error, or both: ${reply}`;
}

describe('a reply', () => {
  it('has the id of its request byte for byte, whatever becomes of the request', () => {
    const found = violations(60_000, (random) => {
      const { text, id } = randomMessage(random);
      const reply = random.pick(servers).receive(random.chance(0.5) ? text : toBytes(text));
      const start = `{"jsonrpc":"2.0","id":${id},"`;
      return typeof reply === 'string' && reply.startsWith(start)
        ? flaw(reply)
        : `${text}\n→ ${String(reply)}`;
    });
    expect(found).toEqual([]);
  });

  it('to changed bytes is sound, and nothing throws', () => {
    const found = violations(140_000, (random) => {
      const bytes = toBytes(randomMessage(random).text);
      const changes = 1 + random.below(4);
      for (let i = 0; i < changes; i++) bytes[random.below(bytes.length)] = randomByte(random);
      const cut = random.chance(0.3) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
      return flaw(random.pick(servers).receive(cut));
    });
    expect(found).toEqual([]);
  });
});
