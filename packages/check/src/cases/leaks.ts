import { kept, notObserved, violated, type CaseOutcome } from '../case.js';
import type { WireExchange, ReceivedMessage } from '../exchange.js';
import { isObject, objectOrEmpty, parseJson } from '../json/json.js';
import type { Probe } from '../probe.js';
import { sampleArguments, spoilArguments } from '../schema/arguments.js';
import { defineCases, type Run } from './define-cases.js';
import { MCP, PLAIN, adviceLink, mcpLink } from './spec.js';
import {
  credentials,
  filePath,
  internalAddress,
  placeOf,
  sql,
  stackTrace,
  type Recogniser,
  type Sighting,
} from './leak-patterns.js';
import { describe, errorOf, hasFailed, resultOf } from './read-reply.js';
import { answersOf, isSuccess, readCall, toolCallsIn } from './tool-calls.js';

/** Tools that are called with a password. */
const MOST_TOOLS = 4;
const NO_SUCH = 'errata_check_no_such';
const SCALARS: readonly unknown[] = ['string', 'integer', 'number', 'boolean', 'array'];

interface Provocation {
  readonly method: string;
  readonly params: object;
}

const METHOD = 'notifications/message';

interface Logged {
  readonly text: string;
  readonly exchange?: WireExchange;
}

/** A text of a failure, and the exchange in which it was heard. */
interface Said {
  readonly text: string;
  readonly exchange: WireExchange;
  /** The message that it answers. */
  readonly request: string | undefined;
}

/** What was heard in a run: texts of failures, each once, and replies that tell of none. */
interface RunTexts {
  readonly failures: readonly Said[];
  readonly open: readonly ReceivedMessage[];
}

/** Several cases ask for the same, when a run is over. */
const sorted = new WeakMap<
  readonly WireExchange[],
  { readonly upTo: number; readonly message: RunTexts }
>();

const DEPTH = 12;
const MOST = 500;

/** Characters of one text that are looked at. */
const LONGEST = 8000;

export const LEAKS_CASES = defineCases({ group: 'leaks', link: adviceLink('leaks') }, [
  // Makes calls fail that have a password in them.
  {
    id: 'errata/leaks/argument',
    must: 'A failure does not repeat a password that was sent in the arguments.',
    fix: 'Name the field that is wrong and what is expected there; do not print the value.',
    async run(probe) {
      let failed = 0;
      for (const { method, params } of provocations(probe)) {
        const exchange = await probe.request(method, params);
        if (exchange.state !== 'open') break;
        if (!hasFailed(exchange)) continue;
        failed += 1;
        if (exchange.reply?.text.includes(probe.canaries.argument) === true) {
          return violated(`the value of "password" came back in ${describe(exchange)}`, exchange);
        }
      }
      return failed === 0 ? notObserved('no call with a password failed') : kept;
    },
  },
  {
    id: 'errata/leaks/environment',
    must: 'No failure tells what is in the environment of the server.',
    link: mcpLink('tools', '2025-11-25', 'security-considerations'),
    fix: 'Do not put the environment, the configuration or the message of an unknown exception into answers.',
    eras: MCP,
    last: lookForSecrets,
  },
  {
    id: 'errata/leaks/environment-plain',
    must: 'No failure tells what is in the environment of the server.',
    fix: 'Do not put the environment, the configuration or the message of an unknown exception into answers.',
    eras: PLAIN,
    last: lookForSecrets,
  },
  {
    id: 'errata/leaks/credentials',
    must: 'A failure shows no passwords, keys or tokens.',
    fix: 'Never put the message of an unknown exception into an answer: connection strings and headers are in there.',
    last: noneShows(credentials),
  },
  {
    id: 'errata/leaks/stack-trace',
    must: 'A failure shows no stack trace.',
    fix: 'Write the stack trace into the log under a reference, and tell the client the reference.',
    last: noneShows(stackTrace),
  },
  {
    id: 'errata/leaks/file-path',
    should: 'A failure shows no paths of home folders or of code that the client does not know.',
    fix: 'Say what was not found in the words of the client, and keep the path for the log.',
    last: noneShows(filePath, ({ text }, { exchange }, probe) => {
      const place = placeOf(text);
      return wasSent(exchange, place) || isOpenlyTold(probe, place);
    }),
  },
  {
    id: 'errata/leaks/sql',
    should: 'A failure shows no SQL that the client did not write.',
    fix: 'Catch the error of the database, and say what it means for the call.',
    last: noneShows(
      sql,
      ({ text }, said, probe) => takesSql(said, probe) || isOpenlyTold(probe, text),
    ),
  },
  {
    id: 'errata/leaks/internal-address',
    should: 'A failure shows no addresses of the network behind the server.',
    fix: 'Name the dependency that is down (the database), not where it is.',
    last: noneShows(internalAddress, ({ text }, _said, probe) => isOpenlyTold(probe, text)),
  },
  // Log messages that the server sends to its client.
  {
    id: 'errata/leaks/log-messages',
    must: 'Log messages to the client contain no credentials and no secrets.',
    link: mcpLink('logging', '2025-11-25', 'security'),
    fix: 'Log names and sizes of arguments, not their values; mask what looks like a secret.',
    eras: MCP,
    last(probe) {
      const logged = loggedIn(probe);
      if (logged.length === 0) return notObserved('the server sent no log messages');
      const secrets = [...probe.canaries.environment, probe.canaries.argument];
      for (const { text, exchange } of logged) {
        const evidence = exchange === undefined ? [] : [exchange];
        for (const each of stringsIn(objectOrEmpty(parseJson(text))['params'])) {
          if (secrets.some((secret) => each.includes(secret))) {
            return violated('a log message shows a secret that was planted', ...evidence);
          }
          const [found] = credentials(each);
          if (found !== undefined) {
            probe.mask([found.core]);
            return violated(`a log message shows ${found.what}`, ...evidence);
          }
        }
      }
      return kept;
    },
  },
]);

/** Requests that a server may refuse, each with a password under that name. */
function provocations({ era, canaries, callable, offer }: Probe): readonly Provocation[] {
  const secret = { password: canaries.argument };
  if (era === 'jsonrpc') return [{ method: NO_SUCH, params: secret }];
  const call = (name: string, args: object): Provocation => ({
    method: 'tools/call',
    params: { name, arguments: args },
  });
  return [
    { method: `errata/${NO_SUCH}`, params: secret },
    ...(Object.hasOwn(offer.capabilities, 'tools') ? [call(NO_SUCH, secret)] : []),
    ...(Object.hasOwn(offer.capabilities, 'prompts')
      ? [{ method: 'prompts/get', params: { name: NO_SUCH, arguments: secret } }]
      : []),
    ...callable.slice(0, MOST_TOOLS).flatMap(({ name, inputSchema }) => {
      const args = sampleArguments(inputSchema);
      if (args === undefined) return [];
      const field = scalarOf(inputSchema);
      return [
        call(name, { ...args, ...secret }),
        ...(field === undefined ? [] : [call(name, { ...args, [field]: secret })]),
      ];
    }),
  ];
}

/** A property that cannot be an object. */
function scalarOf(schema: Readonly<Record<string, unknown>>): string | undefined {
  return Object.entries(objectOrEmpty(schema['properties'])).find(
    ([, property]) => isObject(property) && SCALARS.includes(objectOrEmpty(property)['type']),
  )?.[0];
}

function lookForSecrets(probe: Probe): CaseOutcome {
  const secrets = probe.canaries.environment;
  if (secrets.length === 0)
    return notObserved('the server was not started here: it has no secret of ours');
  const failures = failuresIn(probe);
  if (failures.length === 0) return notObserved('nothing failed in this run');
  const leak = failures.find(({ text }) => secrets.some((secret) => text.includes(secret)));
  if (leak === undefined) return unlessUncalled(probe);
  return violated('a failure shows a secret that was put into the environment', leak.exchange);
}

/** A tool that was not called, or never answered, may still leak: only if all of them answered, there is something to pass. */
function unlessUncalled({ exchanges, offer: { tools }, whyNotCalled }: Probe): CaseOutcome {
  const calls = toolCallsIn(exchanges);
  const count = (those: typeof calls): number =>
    tools.filter(({ name }) => those.some(({ tool }) => tool === name)).length;
  const answered = calls.filter((each) => each.reply ?? each.exchange.httpAnswers[0]);
  if (count(answered) === tools.length) return kept;
  const [number, verb] =
    count(calls) < tools.length ? [count(calls), 'called'] : [count(answered), 'answered'];
  return notObserved(`${number} of ${tools.length} tools ${verb}: ${whyNotCalled}`);
}

/** Whether the call is of a tool whose subject is SQL: there it is no secret. */
function takesSql({ request }: Said, { offer }: Probe): boolean {
  const call = request === undefined ? undefined : readCall(request);
  const tool = offer.tools.find(({ name }) => name === call?.tool);
  const properties = Object.keys(objectOrEmpty(tool?.inputSchema['properties']));
  return properties.some((name) => /sql|query|statement/i.test(name));
}

/** No failure of the whole run may show this, by the form of it; unless the client knows it, or asked for such a thing. */
function noneShows(
  recognise: Recogniser,
  isHarmless?: (sighting: Sighting, said: Said, probe: Probe) => boolean,
): Run {
  return (probe) => {
    const failures = failuresIn(probe);
    if (failures.length === 0) return notObserved('nothing failed in this run');
    const leaks = failures.flatMap((said) => {
      const sighting = recognise(said.text).find(
        (each) => !wasSent(said.exchange, each.core) && isHarmless?.(each, said, probe) !== true,
      );
      return sighting === undefined ? [] : [{ ...said, sighting }];
    });
    if (recognise === credentials) probe.mask(leaks.map(({ sighting }) => sighting.core));
    return leaks.length === 0 ? unlessUncalled(probe) : tell(leaks);
  };
}

function tell(leaks: readonly (Said & { readonly sighting: Sighting })[]) {
  const [{ sighting }] = leaks as [(typeof leaks)[number]];
  const more = leaks.length === 1 ? '' : ` (and ${leaks.length - 1} more)`;
  const shown = [...new Set(leaks.map(({ exchange }) => exchange))].slice(0, 3);
  return violated(
    `a failure shows ${sighting.what}: ${JSON.stringify(sighting.text.slice(0, 120))}${more}`,
    ...shown,
  );
}

/** What was heard in exchanges, and what came between them. */
function loggedIn({ exchanges, links }: Probe): readonly Logged[] {
  const isLog = ({ text }: Pick<ReceivedMessage, 'text'>): boolean =>
    text.includes(METHOD) && objectOrEmpty(parseJson(text))['method'] === METHOD;
  return [
    ...exchanges.flatMap((exchange) =>
      exchange.received.filter(isLog).map(({ text }) => ({ text, exchange })),
    ),
    ...links.flatMap(({ events }) => events.filter(({ way }) => way === 'in').filter(isLog)),
  ];
}

/** What a run has heard so far, sorted. */
function textsOfRun(probe: Probe): RunTexts {
  const before = sorted.get(probe.exchanges);
  const upTo = probe.exchanges.length;
  if (before?.upTo === upTo) return before.message;
  const message = sort(probe);
  sorted.set(probe.exchanges, { upTo, message });
  return message;
}

/** What was said in the failures of a run: errors, failed results, and other answers of a failed HTTP. */
function failuresIn(probe: Probe): readonly Said[] {
  return textsOfRun(probe).failures;
}

function sort(probe: Probe): RunTexts {
  const isSpoiled = spoiledCalls(probe);
  const failures = new Map<string, Said>();
  const open: ReceivedMessage[] = [];
  for (const exchange of probe.exchanges) {
    const add = (value: unknown, request: string | undefined): void => {
      for (const text of stringsIn(value)) {
        if (!failures.has(text)) failures.set(text, { text, exchange, request });
      }
    };
    for (const { request, reply } of answersOf(exchange)) {
      const hasToFail = request !== undefined && isSpoiled(request);
      add(failureIn(reply, hasToFail), request);
      if (!hasToFail && isSuccess(reply)) open.push(reply);
    }
    for (const page of pagesIn(exchange)) add(page, exchange.sent[0]);
  }
  return { failures: [...failures.values()], open };
}

/** The part of a reply that tells of a failure; of a call that has to fail, the whole result. */
function failureIn(reply: ReceivedMessage, hasToFail: boolean): unknown {
  if (Array.isArray(reply.value)) {
    return reply.value.map((value: unknown) => failureIn({ ...reply, value }, false));
  }
  const result = resultOf(reply);
  return errorOf(reply) ?? (hasToFail || result?.['isError'] === true ? result : undefined);
}

/** The bodies of failed HTTP answers that are not JSON-RPC, such as a framework's error page. */
function pagesIn({ httpAnswers, received }: WireExchange): readonly unknown[] {
  if (!httpAnswers.some(({ status }) => status >= 400)) return [];
  return received
    .filter(({ value }) => !Object.hasOwn(objectOrEmpty(value), 'jsonrpc'))
    .map(({ value, text }) => value ?? text);
}

/** Whether a call has to fail: of a tool that is not there, or with arguments that its schema forbids. */
function spoiledCalls({ offer: { tools } }: Probe): (request: string) => boolean {
  const spoiled = new Map<string, ReadonlySet<string>>();
  return (request) => {
    const call = readCall(request);
    if (call === undefined) return false;
    const tool = tools.find(({ name }) => name === call.tool);
    if (tool === undefined) return true;
    const known =
      spoiled.get(tool.name) ??
      new Set(spoilArguments(tool.inputSchema).map(({ args }) => JSON.stringify(args)));
    spoiled.set(tool.name, known);
    return known.has(JSON.stringify(call.args));
  };
}

/** Whether the client said it itself in this exchange: what it sent may come back. */
function wasSent({ sent, httpRequests = [] }: WireExchange, part: string): boolean {
  const headers = httpRequests.flatMap((each) => [each.path, ...Object.values(each.headers)]);
  return (
    [...sent, ...headers].some((text) => text.includes(part)) ||
    sent.some((text) => stringsIn(parseJson(text)).some((each) => each.includes(part)))
  );
}

/** Whether the server tells it to everybody in results that did not fail: then a failure gives nothing away. */
function isOpenlyTold(probe: Probe, part: string): boolean {
  const written = JSON.stringify(part).slice(1, -1);
  return textsOfRun(probe).open.some(({ text }) => text.includes(written));
}

/** All texts in a value, those in texts of JSON included, as a reader would see them. */
function stringsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const visit = (each: unknown, depth: number): void => {
    if (depth > DEPTH || found.length >= MOST) return;
    if (typeof each === 'string') {
      found.push(readable(each.slice(0, LONGEST)));
      const inner = /^\s*[[{]/.test(each) && each.length <= LONGEST ? parseJson(each) : undefined;
      if (inner !== undefined) visit(inner, depth + 1);
    } else if (typeof each === 'object' && each !== null) {
      for (const member of Object.values(each)) visit(member, depth + 1);
    }
  };
  visit(value, 0);
  return found;
}

/** Line breaks and quotes that were written as escapes or in HTML, as what they are. */
function readable(text: string): string {
  return text
    .replaceAll(/<br\s{0,4}\/?>|(?:\\r)?\\n(?=\s|\\t)/gi, '\n')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
