// Collects every regular expression of the shipped source and checks each for catastrophic backtracking with recheck. One that
// is not proven linear is rewritten, or is in EXCEPTIONS with the reason why it is harmless. Loops around patterns are not
// seen here: redaction/hostile-input.property.test.ts counts their steps.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import recheck from 'recheck';
import ts from 'typescript';

const BOUNDED =
  'each repetition has an upper limit, and a person runs the check on a server of their own';
const OPERATOR = 'the operator writes the text';

/**
 * By the beginning of the place, then the pattern if not all of the file. `bounded`: only patterns without an open repetition.
 * `varies`: the checker searches at random and finds an attack only sometimes.
 * @type {readonly { in: string, pattern?: string, bounded?: true, varies?: true, why: string }[]}
 */
const EXCEPTIONS = [
  { in: 'packages/check/src/cases/leak-patterns.ts', bounded: true, why: BOUNDED },
  {
    in: 'packages/check/src/cases/read-reply.ts',
    pattern: '0+$',
    why: 'at most LONGEST_NUMBER digits',
  },
  {
    in: 'packages/check/src/report/text.ts',
    pattern: '\\B(?=(?:\\d{3})+$)',
    why: 'the digits of one number',
  },
  { in: 'packages/core/src/client/loop-breaker.ts', why: 'at most 200 characters' },
  { in: 'packages/core/src/fault/redaction/sensitive-names.ts', why: 'at most 16 characters' },
  {
    in: 'packages/core/src/fault/redaction/suspicious.ts',
    varies: true,
    why: 'at most LONGEST_PLAIN characters',
  },
  {
    in: 'packages/core/src/fault/redaction/find-tokens.ts',
    why: 'too many alternatives for the checker; each is a literal prefix and one run behind it',
  },
  { in: 'systems/engram/src/settings/resolve-options.ts', pattern: '\\/+$', why: OPERATOR },
  {
    in: 'systems/routeros/src/device/values.ts',
    pattern: '(\\d+)(ms|us|[wdhms])',
    why: 'UNITS matched before',
  },
  {
    in: 'systems/routeros/src/registry/credential-store.ts',
    pattern: '=+$',
    why: 'base64 of our own',
  },
  { in: 'systems/routeros/lab/sim/run-simulator.ts', why: OPERATOR },
];

/**
 * How patterns that a function builds come about, by the file that builds them; those of modules are there on import.
 * A text says why there is none to check.
 * @type {Readonly<Record<string, string | ((module: Record<string, Function>) => unknown)>>}
 */
const BUILDERS = {
  'packages/core/src/fault/redaction/redactor.ts': "the caller's own pattern",
  'packages/kit/src/schema/rule.ts': "the author's own schema",
  'packages/kit/src/resources/uri-template.ts': ({ matchTemplate }) => [
    matchTemplate?.('plan://{id}/{first}-{second}/{+rest}'),
    matchTemplate?.('{a}.{b}.{c}'),
  ],
  'packages/check/src/cases/leak-patterns.ts': ({ byPatterns }) => byPatterns?.([['x', /x/]]),
  'packages/prove/src/judge/wrong-example.ts': "the author's own example",
  'systems/routeros/src/gate/tool-names.ts': ({ createToolNames }) =>
    createToolNames?.('portable', [{ name: 'registry/add' }, { name: 'registry/list' }]),
  'systems/routeros/src/tools/schemas.ts': ({ hostName }) =>
    /** @type {any} */ (hostName).safeParse('router.example'),
  'systems/sql-fun/lab/provocations/reach-failures.ts': 'the number of a process of our own',
  'systems/sql-fun/lab/provocations/provoke.ts': 'the table of the provocations',
};

/** @typedef {{ source: string, flags: string, places: string[] }} Pattern */

const started = Date.now();
const root = fileURLToPath(new URL('..', import.meta.url));
const files = execFileSync(
  'git',
  ['ls-files', 'packages/*/src/*.ts', 'systems/*/src/*.ts', 'systems/*/lab/*.ts'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .filter((file) => !/\.(?:test|drill)\.ts$|\/testing\//.test(file));

/** @type {Map<string, Pattern>} */
const patterns = new Map();
/** @type {string[]} */
const problems = [];
for (const file of files) {
  const builders = collectLiterals(file);
  if (builders > 0) await collectBuilt(file, builders);
}

const results = await checkAll([...patterns.values()]);
let excepted = 0;
for (const { source, flags, places, verdict } of results) {
  if (verdict === 'safe') continue;
  const open = places.filter((place) => !EXCEPTIONS.some((each) => covers(each, place, source)));
  excepted += places.length - open.length;
  if (open.length > 0) problems.push(`${verdict}: /${source}/${flags}\n  ${open.join('\n  ')}`);
}
for (const { in: place, pattern, varies } of EXCEPTIONS) {
  const used = results.some(
    ({ source, places, verdict }) =>
      verdict !== 'safe' &&
      (pattern ?? source) === source &&
      places.some((each) => each.startsWith(place)),
  );
  if (!used && varies !== true) problems.push(`nothing needs the exception for ${place}`);
}
const seconds = ((Date.now() - started) / 1000).toFixed(1);
console.log(
  `${patterns.size} patterns of ${files.length} files, ${excepted} excepted, in ${seconds} s`,
);
for (const problem of problems) console.error(`✗ ${problem}`);
// The checker keeps a process of its own.
process.exit(problems.length === 0 ? 0 : 1);

/**
 * @param {string} source
 * @param {string} flags
 * @param {string} place
 */
function add(source, flags, place) {
  const key = `/${source}/${flags}`;
  const known = patterns.get(key) ?? { source, flags, places: [] };
  known.places.push(place);
  patterns.set(key, known);
}

/**
 * The literals of a file; returns how many patterns it builds otherwise.
 * @param {string} file
 */
function collectLiterals(file) {
  const text = readFileSync(new URL(file, pathToFileURL(root)), 'utf8');
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  let built = 0;
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
      add(node.text.slice(1, end), node.text.slice(end + 1), `${file}:${line + 1}`);
    }
    if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
      if (node.expression.getText() === 'RegExp') built++;
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return built;
}

/**
 * What the built file really makes, on import and by its row in BUILDERS.
 * @param {string} file
 * @param {number} expected
 */
async function collectBuilt(file, expected) {
  const builder = BUILDERS[file];
  if (typeof builder === 'string') return;
  // A package with a lab has its product in dist/src.
  const compiled = ['/dist/', '/dist/src/']
    .map(
      (dist) => new URL(file.replace('/src/', dist).replace(/\.ts$/, '.js'), pathToFileURL(root)),
    )
    .find((url) => existsSync(url));
  if (compiled === undefined)
    return void problems.push(`${file} is not built; run npm run build first`);
  const Native = RegExp;
  /** @type {Set<string>} */
  const sites = new Set();
  globalThis.RegExp = new Proxy(Native, {
    construct(target, given) {
      const made = Reflect.construct(target, given);
      const site = String(new Error().stack)
        .split('\n')
        .find((line) => line.includes(compiled.pathname));
      if (site === undefined) return made;
      sites.add(site);
      add(made.source, made.flags, file);
      return made;
    },
  });
  try {
    const module = await import(`${compiled.href}?alone`);
    await builder?.(module);
  } finally {
    globalThis.RegExp = Native;
  }
  if (sites.size < expected)
    problems.push(
      `${file} builds ${expected} patterns, ${sites.size} were seen: add a row to BUILDERS`,
    );
}

/**
 * Verdicts by pattern, kept between runs: nearly all patterns are those of last time.
 * @param {Pattern[]} all
 */
async function checkAll(all) {
  const { version } = JSON.parse(
    readFileSync(new URL('../node_modules/recheck/package.json', import.meta.url), 'utf8'),
  );
  const cacheFile = fileURLToPath(
    new URL('../node_modules/.cache/errata/regexes.json', import.meta.url),
  );
  /** @type {Record<string, string>} */
  const cache = existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {};
  const queue = [...all];
  /** @type {(Pattern & { verdict: string })[]} */
  const results = [];
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const { source, flags } = next;
        const key = `${version} /${source}/${flags}`;
        let verdict = cache[key];
        if (verdict === undefined) {
          const found = await recheck.check(source, flags, { timeout: 30_000 });
          verdict = found.status === 'vulnerable' ? found.complexity.type : found.status;
          cache[key] = verdict;
        }
        results.push({ ...next, verdict });
      }
    }),
  );
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(cache));
  return results;
}

/**
 * @param {(typeof EXCEPTIONS)[number]} exception
 * @param {string} place
 * @param {string} source
 */
function covers(exception, place, source) {
  if (!place.startsWith(exception.in) || (exception.pattern ?? source) !== source) return false;
  const outside = source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x');
  return exception.bounded !== true || !/[*+]|\{\d+,\}/.test(outside);
}
