// `npm run fuzz -- --minutes 5`: hostile messages for the codec, the boundary, redaction and the HTTP edge, until the time is up or
// one of them breaks a promise. Each message is made from the seed and its number alone, so that any of them can be made again.
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const USAGE = `npm run fuzz -- [options]

Options
  --minutes N    how long (default: 1)
  --messages N   how many messages, however long it takes
  --seed N       repeat a run (default: a new one, which is printed)
  --start N      begin with this message (default: 0)
  --help
`;

const built = new URL('../packages/core/dist/fault/redaction/redactor.js', import.meta.url);
if (!existsSync(built)) stop('the library is not built; run `npm run build` first', 2);
const { values } = parse();
if (values.help === true) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const minutes = number('minutes') ?? 1;
const messages = number('messages');
const seed = number('seed') ?? Math.floor(Math.random() * 2 ** 31);
const first = number('start') ?? 0;

const { createServer, defineCatalog, defineContract } = await import('@errata/core');
const { createParser, encodeResult } = await import('@errata/core/internal');
const { createHttpEdge, serveMethods } = await import('@errata/edges/http');
const { createCountingRedactor } = await import(built.href);

/* Random numbers: a small generator that is seeded anew for each message. */

let state = 0;

/** @param {number} index */
function reseed(index) {
  state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) >>> 0;
}

/** A whole number below `limit`. @param {number} limit */
function below(limit) {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
}

/** @template T @param {readonly T[]} list @returns {T} */
const pick = (list) => /** @type {T} */ (list[below(list.length)]);
/** @param {number} most @param {() => string} make */
const several = (most, make) => Array.from({ length: below(most + 1) }, make).join('');

/* Texts. */

const SECRET = 'Zk93-vErY+lonG/S3cret_vAlue~7';
const BYTES = Buffer.from(SECRET);
/** Base64 of the secret behind none, one and two other bytes, without the digits that it shares. */
const ALIGNED = [0, 1, 2].map((before) =>
  Buffer.concat([Buffer.alloc(before), BYTES])
    .toString('base64')
    .slice(Math.ceil((before * 8) / 6), Math.floor(((before + BYTES.length) * 8) / 6)),
);

const TOKENS = [
  ...['password', 'pwd', 'pass', 'secret', 'token', 'tokens', 'api_key', 'cookie', 'authorization'],
  ...[
    '=',
    ':',
    ': ',
    '=>',
    '%3D',
    '%41',
    '%',
    '>',
    '</',
    '/',
    '\\',
    '\\\\',
    '\\n',
    '"',
    '\\"',
    "'",
    '`',
  ],
  ...[
    '[',
    ']',
    '{',
    '}',
    '(',
    ')',
    ',',
    ';',
    '.',
    '&',
    ' ',
    '\t',
    '\n',
    '\r',
    '--',
    '--token ',
    '@',
    '@a',
  ],
  ...[
    '://',
    ':\\/\\/',
    'u:p@',
    '@tcp(',
    'bearer ',
    'basic ',
    'dXNlcjpwYXNz',
    '-----BEGIN',
    '-----END',
  ],
  ...[
    'MIIEpAIBAAKCAQEA',
    'eyJ',
    'eyJhbGciOiJI',
    'sk-',
    'ghp_',
    'AKIA',
    'SG.',
    'xoxb-',
    'a1b2c3d4e5f6g7h8',
  ],
  ...['expired', 'Too small: ', 'null', '42', '${', '***', '…', '...', '[REDACTED]', '[REDACTED'],
  ...[
    'é',
    '设备',
    '😀',
    '\u200b',
    '\u202e',
    '\0',
    '\x1b[31m',
    '\ud800',
    '\u2028',
    'x',
    'word ',
    '-',
  ],
];

/** Mostly short; now and then a few tokens many times over. */
function hostileText() {
  if (below(300) > 0) return several(8, () => pick(TOKENS));
  const unit = pick(TOKENS) + several(2, () => pick(TOKENS));
  return pick(TOKENS) + unit.repeat(1 + below(400)) + pick(TOKENS);
}

/** The secret in other encodings. */
function spelledSecret() {
  switch (below(8)) {
    case 0:
      return SECRET.toUpperCase();
    case 1:
      return BYTES.toString(pick(['hex', 'base64', 'base64url']));
    case 2:
      return BYTES.toString('hex').toUpperCase();
    case 3:
      return Buffer.concat([
        Buffer.alloc(below(5), 'k'),
        BYTES,
        Buffer.alloc(below(5), 'q'),
      ]).toString('base64');
    case 4:
      return encodeURIComponent(SECRET);
    case 5:
      return Array.from(BYTES, (byte) =>
        below(2) === 0 ? `%${byte.toString(16)}` : String.fromCharCode(byte),
      ).join('');
    default:
      return SECRET;
  }
}

/** @returns {string} */
function jsonValue(depth = 0) {
  switch (below(depth > 3 ? 5 : 8)) {
    case 0:
      return String(below(1000) - 500);
    case 1:
      return pick(['null', 'true', 'false', '1e400', '-0', '1.5', '9007199254740993', '""']);
    case 2:
    case 3:
    case 4:
      return JSON.stringify(hostileText());
    case 5:
      return `[${Array.from({ length: below(4) }, () => jsonValue(depth + 1)).join(',')}]`;
    default:
      return jsonObject(depth);
  }
}

/** @returns {string} */
function jsonObject(depth = 0) {
  const member = () =>
    `${JSON.stringify(below(3) === 0 ? hostileText() : pick(KEYS))}:${jsonValue(depth + 1)}`;
  return `{${Array.from({ length: below(4) }, member).join(',')}}`;
}
const KEYS = [
  'id',
  'method',
  'name',
  'params',
  '__proto__',
  'constructor',
  'toString',
  'password',
  '_meta',
  'a',
];

const METHODS = [
  'echo',
  'fail',
  'crash',
  'tools/call',
  'later',
  'missing',
  '',
  '__proto__',
  'constructor',
];
const SPACES = ['', '', '', ' ', '\n', '\t \r\n'];

function idText() {
  switch (below(6)) {
    case 0:
      return pick([
        '0',
        '-0',
        '-7',
        '1.0',
        '1e2',
        '10e-1',
        '9007199254740993',
        '123456789012345678901234567890',
      ]);
    case 1:
      return pick(['""', '"\\u0061"', '"a\\/b"', '"é"', '"\\ud83d\\ude00"', '"id"', '"__proto__"']);
    case 2:
      return JSON.stringify(several(4, () => pick(TOKENS)));
    default:
      return String(below(1_000_000));
  }
}

/** @typedef {{ text: string, id?: string }} Message One that is well formed; the id where it wants a reply. */

/** @returns {Message} */
function message() {
  const kind = below(10);
  const id = idText();
  const params = below(4) === 0 ? [] : [`"params":${jsonObject()}`];
  /** @type {string[]} */
  const members = ['"jsonrpc":"2.0"'];
  if (kind < 7) members.push(`"id":${id}`);
  if (kind < 8) members.push(`"method":${JSON.stringify(pick(METHODS))}`, ...params);
  else if (kind === 8) members.push(`"id":${id}`, `"result":${jsonValue()}`);
  else members.push(`"id":${id}`, `"error":{"code":-32000,"message":"x","data":${jsonValue()}}`);
  for (let i = members.length - 1; i > 0; i--) {
    const other = below(i + 1);
    [members[i], members[other]] = [
      /** @type {string} */ (members[other]),
      /** @type {string} */ (members[i]),
    ];
  }
  const space = pick(SPACES);
  const text = `${space}{${space}${members.join(`${space},${space}`)}${space}}${space}`;
  return kind < 7 ? { text, id } : { text };
}

/** The text with a few places changed. @param {string} text */
function broken(text) {
  let changed = text;
  for (let left = 1 + below(4); left > 0; left--) {
    const at = below(changed.length + 1);
    const end = at + below(below(3) === 0 ? 20 : 2);
    changed = changed.slice(0, at) + (below(2) === 0 ? pick(TOKENS) : '') + changed.slice(end);
  }
  return changed;
}

/* What is tested. */

const steps = { count: 0 };
const redactor = createCountingRedactor({ secrets: [SECRET] }, steps);
const catalog = defineCatalog('fuzz', {
  FAILED: {
    code: -32011,
    title: 'Failed',
    category: 'device',
    context: { text: 'string', more: 'object?' },
    details: (/** @type {{ text: string }} */ c) => `It said: ${c.text}`,
    recovery: 'report_and_abort',
  },
});
const contract = defineContract({ catalog });

/** What the next failing handler says. */
let said = '';
const methods = {
  echo: (/** @type {unknown} */ params) => params ?? null,
  later: async (/** @type {unknown} */ params) => params ?? null,
  crash: () => {
    throw new Error(said, { cause: new TypeError(said) });
  },
  fail: () => catalog.FAILED({ text: said, more: { [said.slice(0, 200)]: said, password: said } }),
  'tools/call': () => {
    throw catalog.FAILED({ text: said });
  },
};
/** @type {string[]} */
const records = [];
const onFault = (/** @type {unknown} */ record) => void records.push(JSON.stringify(record));
const ERAS = /** @type {const} */ (['jsonrpc', '2025-03-26', '2025-11-25', '2026-07-28']);
const served = ERAS.map((era) => ({
  era,
  server: createServer({ contract, era, methods, redactor, onFault }),
  parse: createParser({ era }),
}));
const edges = [{ eras: ['jsonrpc'] }, { sessions: false }, { eras: ['2026-07-28'] }].map(
  (options) =>
    createHttpEdge({
      contract,
      allowedHosts: '*',
      redactor,
      onFault,
      open: serveMethods({ contract, methods, redactor, onFault }),
      .../** @type {object} */ (options),
    }),
);

/** A promise that was broken. */
class Broken extends Error {}

/** @param {unknown} condition @param {string} promise */
function assert(condition, promise) {
  if (!condition) throw new Broken(promise);
}

/** @param {string} output */
function assertNoSecret(output) {
  const folded = output.toLowerCase();
  assert(!folded.includes(SECRET.toLowerCase()), 'no output holds the secret');
  assert(!folded.includes(BYTES.toString('hex')), 'no output holds the secret in hex');
  for (const digits of ALIGNED)
    assert(!output.includes(digits), 'no output holds the secret in base64');
  if (!output.includes('%')) return;
  const decoded = output.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  assert(
    !decoded.toLowerCase().includes(SECRET.toLowerCase()),
    'no output holds the secret percent-encoded',
  );
}

/** One reply that JSON-RPC allows. @param {string} reply */
function assertReply(reply) {
  const parsed = JSON.parse(reply);
  for (const each of Array.isArray(parsed) ? parsed : [parsed]) {
    assert(each.jsonrpc === '2.0', 'a reply is JSON-RPC 2.0');
    assert(
      Object.hasOwn(each, 'result') !== Object.hasOwn(each, 'error'),
      'a reply has a result or an error',
    );
  }
}

/** @param {number} read */
function assertSteps(read) {
  assert(
    steps.count <= 2_000 * (read + 1_000),
    `the steps are bounded (${steps.count} for ${read} characters)`,
  );
}

/** @typedef {{ input: unknown, run: () => void | Promise<void> }} Case */
/** @type {Record<string, () => Case>} */
const TARGETS = {
  codec() {
    const { parse, era } = pick(served);
    const { text, id } = message();
    if (below(3) === 0) {
      const input = below(4) === 0 ? Buffer.from(broken(text), 'latin1') : broken(text);
      return { input: [era, input], run: () => void parse(input) };
    }
    return {
      input: [era, text],
      run() {
        const read = parse(text);
        assert(read.kind !== 'problem' && read.kind !== 'batch', 'a well-formed message is read');
        if (id === undefined) return;
        assert(read.kind === 'request' && read.id === id, 'the id is read byte for byte');
        assert(encodeResult(id, 'null').includes(`"id":${id}`), 'the id is written byte for byte');
      },
    };
  },

  boundary() {
    const { server, era } = pick(served);
    const all = Array.from({ length: below(8) === 0 ? 1 + below(4) : 0 }, message);
    const single = message();
    const batch = all.length > 0;
    const whole = batch ? `[${all.map(({ text }) => text).join(',')}]` : single.text;
    const isBroken = below(3) === 0;
    const text = isBroken ? broken(whole) : whole;
    said = hostileText() + spelledSecret() + pick(['', ' ', '"', '\n']) + hostileText();
    const wanted = (batch ? all : [single]).flatMap(({ id }) => id ?? []);
    /** @param {string | undefined} reply */
    const judge = (reply) => {
      if (reply !== undefined) {
        assertReply(reply);
        assertNoSecret(reply);
      }
      assertSteps(text.length + said.length);
      if (isBroken) return;
      if (batch && era !== 'jsonrpc' && era !== '2025-03-26') {
        return assert(reply?.startsWith('{') === true, 'a batch that is not served gets one reply');
      }
      if (wanted.length === 0)
        return assert(reply === undefined, 'a notification or a response gets no reply');
      assert(reply !== undefined, 'a request gets a reply');
      if (!batch)
        return assert(
          reply?.startsWith(`{"jsonrpc":"2.0","id":${wanted[0]},`),
          'the id comes back byte for byte',
        );
      assert(
        JSON.parse(reply ?? '').length === wanted.length,
        'each request of a batch gets one reply',
      );
      for (const id of wanted)
        assert(reply?.includes(`{"jsonrpc":"2.0","id":${id},`), 'the ids come back byte for byte');
    };
    return {
      input: [era, text, said],
      run() {
        const reply = server.receive(text);
        return reply instanceof Promise ? reply.then(judge) : judge(reply);
      },
    };
  },

  redaction() {
    const text = hostileText() + spelledSecret() + hostileText();
    return {
      input: text,
      run() {
        const once = redactor.redact(text);
        assert(steps.count <= 100 * (text.length + 100), `the steps are bounded (${steps.count})`);
        assertNoSecret(once);
        assert(redactor.redact(once) === once, 'redacting twice is redacting once');
        assertNoSecret(JSON.stringify(redactor.redactDeep({ [text]: [text], text })));
      },
    };
  },

  http() {
    const edge = pick(edges);
    const { text, id } = message();
    const isBroken = below(3) === 0;
    const plain = edge === edges[0] && !isBroken;
    const body = isBroken ? broken(text) : text;
    said = hostileText() + spelledSecret() + hostileText();
    /** @type {Record<string, string>} */
    const headers = {
      host: 'localhost',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    if (!plain) {
      if (below(2) === 0) headers['mcp-protocol-version'] = pick(ERAS);
      if (below(2) === 0) headers['mcp-method'] = pick(METHODS);
      if (below(8) === 0)
        headers[pick(['accept', 'origin', 'content-type', 'mcp-session-id', 'mcp-name'])] =
          hostileText();
    }
    const method = plain || below(8) > 0 ? 'POST' : pick(['GET', 'DELETE', 'PUT', '']);
    return {
      input: { method, headers, body, said },
      async run() {
        const answer = await edge.handle({
          method,
          header: (name) => (Object.hasOwn(headers, name) ? headers[name] : undefined),
          onClosed: () => undefined,
          body,
        });
        assert(answer.status >= 200 && answer.status < 600, 'the status is one');
        for (const value of Object.values(answer.headers))
          assert(/^[\t\x20-\x7e]*$/.test(value), 'headers are printable');
        assertSteps(body.length + said.length);
        if (answer.body === undefined) {
          if (plain) assert(id === undefined, 'a request gets a reply');
          return;
        }
        assertNoSecret(answer.body);
        if (answer.headers['Content-Type'] !== 'application/json') return;
        assertReply(answer.body);
        if (plain)
          assert(
            id !== undefined && answer.body.startsWith(`{"jsonrpc":"2.0","id":${id},`),
            'the id comes back byte for byte',
          );
      },
    };
  },
};
/** How often each comes. */
const ORDER = [
  'codec',
  'boundary',
  'boundary',
  'redaction',
  'codec',
  'boundary',
  'boundary',
  'http',
];

/* The run. */

console.log(
  `fuzz: seed ${seed}${messages === undefined ? `, ${minutes} min` : `, ${messages} messages`}`,
);
const started = performance.now();
const end = messages === undefined ? started + minutes * 60_000 : Infinity;
const last = messages === undefined ? Infinity : first + messages;
/** @type {Record<string, number>} */
const counts = {};
let slowest = { ms: 0, index: 0 };
let index = first;
let interrupted = false;
process.once('SIGINT', () => (interrupted = true));
let shown = started;
let slice = started;

for (; index < last && !interrupted; index++) {
  const before = performance.now();
  if (before >= end) break;
  reseed(index);
  const name = /** @type {string} */ (ORDER[index % ORDER.length]);
  const { input, run } = /** @type {() => Case} */ (TARGETS[name])();
  steps.count = 0;
  records.length = 0;
  try {
    const running = run();
    if (running !== undefined) await running;
    for (const record of records) assertNoSecret(record);
  } catch (error) {
    fail(name, input, error);
  }
  counts[name] = (counts[name] ?? 0) + 1;
  const now = performance.now();
  if (now - before > slowest.ms) slowest = { ms: now - before, index };
  if (now - slice > 50) {
    slice = now;
    await setImmediate();
  }
  if (now - shown > (process.stderr.isTTY ? 500 : 30_000)) {
    shown = now;
    process.stderr.write(
      `${process.stderr.isTTY ? '\r\u001b[K' : ''}${progress()}${process.stderr.isTTY ? '' : '\n'}`,
    );
  }
}
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
console.log(`${interrupted ? 'stopped' : 'done'}: ${progress()}`);
console.log(
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', '),
);
console.log(
  `slowest: ${slowest.ms.toFixed(1)} ms: npm run fuzz -- --seed ${seed} --start ${slowest.index} --messages 1`,
);
process.exit(interrupted ? 130 : 0);

function progress() {
  const done = index - first;
  const seconds = (performance.now() - started) / 1000;
  return `${done} messages in ${seconds.toFixed(0)} s, ${Math.round(done / seconds)} a second`;
}

/**
 * @param {string} target
 * @param {unknown} input
 * @param {unknown} error
 */
function fail(target, input, error) {
  const why =
    error instanceof Broken
      ? `broken promise: ${error.message}`
      : error instanceof Error
        ? error.stack
        : String(error);
  const file = join(mkdtempSync(join(tmpdir(), 'errata-fuzz-')), 'input.json');
  const shownInput = Buffer.isBuffer(input) ? { base64: input.toString('base64') } : input;
  writeFileSync(file, JSON.stringify({ target, seed, index, why, input: shownInput }, null, 2));
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  console.log(`stopped: ${progress()}`);
  stop(
    `${target}: ${why}\n  input: ${file}\n  again: npm run fuzz -- --seed ${seed} --start ${index} --messages 1`,
    1,
  );
}

/** @param {string} why @param {number} code @returns {never} */
function stop(why, code) {
  console.error(`fuzz: ${why}`);
  process.exit(code);
}

function parse() {
  const text = /** @type {const} */ ({ type: 'string' });
  try {
    return parseArgs({
      options: {
        minutes: text,
        messages: text,
        seed: text,
        start: text,
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : error}\n\n${USAGE}`, 2);
  }
}

/** @param {'minutes' | 'messages' | 'seed' | 'start'} name */
function number(name) {
  const given = values[name];
  if (given === undefined) return undefined;
  const value = Number(given);
  if (given.trim() === '' || !(value >= 0))
    stop(`--${name} takes a number, not ${JSON.stringify(given)}`, 2);
  return value;
}
