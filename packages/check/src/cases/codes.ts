import type { Era } from '@errata/core';
import { kept, notObserved, type Case } from '../case.js';
import type { WireExchange } from '../exchange.js';
import { isObject, objectOrEmpty, parseJson } from '../json/json.js';
import type { Probe } from '../probe.js';
import { isValid } from './answers.js';
import { LISTS } from './ask.js';
import { defineCases, review, type Run } from './define-cases.js';
import { LINES, WITH_HANDSHAKE, adviceLink, JSONRPC, mcpLink } from './spec.js';
import { codeOf, describe, entriesOf, errorOf } from './read-reply.js';

/**
 * What a revision says of a number: `standard` and `defined` have a meaning, `free` has none; `unassigned` is kept by JSON-RPC,
 * `reserved` by MCP; `retired` had a meaning once, and `legacy` is a band where nothing new may be.
 */
export type Law =
  'standard' | 'defined' | 'free' | 'unassigned' | 'reserved' | 'retired' | 'legacy';

const STANDARD: readonly number[] = [-32700, -32600, -32601, -32602, -32603];

/** What each revision defines beside the standard. */
const DEFINED: Readonly<Record<Era, readonly number[]>> = {
  jsonrpc: [],
  '2024-11-05': [-32002],
  '2025-03-26': [-32002],
  '2025-06-18': [-32002],
  '2025-11-25': [-32002, -32042],
  '2026-07-28': [-32020, -32021, -32022],
};

const RETIRED: Partial<Readonly<Record<Era, readonly number[]>>> = {
  '2026-07-28': [-32002, -32042],
};

/** An error that was heard in a run, with what it answers. */
interface ErrorReply {
  readonly code: number;
  readonly data: unknown;
  /** Of the request under its id, where there is one. */
  readonly method: string | undefined;
  readonly exchange: WireExchange;
}

/** A parser may refuse longer texts. */
const LONGEST = 20_000;

const NO_ERROR = 'no reply of this run has an error of this kind';

/** Many cases look at the same errors. */
const read = new WeakMap<WireExchange, readonly ErrorReply[]>();
const NONE: ReadonlyMap<unknown, string> = new Map();
const POLICY = mcpLink('basic', '2026-07-28', 'error-codes');

export const CODES_CASES: readonly Case[] = [
  ...defineCases({ group: 'codes' }, [
    {
      id: 'mcp/2024-11-05/pagination/wrong-cursor-type-code',
      should:
        'A cursor that is no string is the fault of the caller, and not answered with -32603.',
      link: mcpLink('pagination', '2025-11-25', 'error-handling'),
      fix: 'Answer -32602 to params that break their schema. -32603 is for failures that the caller cannot fix.',
      async run(probe) {
        const list = LISTS.find((name) => Object.hasOwn(probe.offer.capabilities, name));
        if (list === undefined) return notObserved('the server offers no lists');
        const exchange = await probe.send(probe.write(`${list}/list`, { cursor: 5 }));
        const code = codeOf(exchange.reply);
        if (code === undefined) return notObserved('there was no error in reply');
        if (code !== -32603) return kept;
        return `${list}/list with the cursor 5 got ${describe(exchange)}`;
      },
    },
    {
      id: 'jsonrpc/5.1/codes/parse-error',
      must: 'No valid request is answered with -32700.',
      link: JSONRPC.errorObject,
      fix: 'Use -32700 only where the JSON parser failed: the client would look for a fault in its JSON.',
      last: noneIf(
        ({ code, method, exchange: { sent, httpRequests = [] } }, { era }) =>
          code === -32700 &&
          method !== undefined &&
          sent.every((text) => isValid(text, era) && isPlainJson(text)) &&
          httpRequests.every(({ headers }) => headers['content-type'] === 'application/json'),
      ),
    },
  ]),
  ...defineCases({ group: 'codes', link: POLICY, deviation: 'own-code' }, [
    {
      id: 'jsonrpc/5.1/codes/undefined-reserved',
      must: 'No error has a code of -32768…-32100 that JSON-RPC does not define.',
      link: JSONRPC.errorObject,
      fix: 'Use a standard code with its meaning, or a number outside of -32768…-32000.',
      last: noneUnder('unassigned'),
    },
    {
      id: 'mcp/2026-07-28/codes/reserved-range',
      must: 'No error has a code of -32099…-32020 that the specification does not define.',
      fix: 'Move own codes out of -32768…-32000, such as -32050 to -31050.',
      last: noneUnder('reserved'),
    },
    {
      id: 'mcp/2026-07-28/codes/retired',
      must: 'No error has the code -32002 or -32042, which the revision has retired.',
      fix: 'Say -32602 with data.uri for a resource that is not there, and ask for input by a result instead of -32042.',
      last: noneUnder('retired'),
    },
    {
      id: 'mcp/2026-07-28/codes/legacy-band',
      should:
        'No error has a code of -32019…-32000, which is kept for what older servers meant by it.',
      fix: 'Move own codes out of -32768…-32000: clients must not assume any meaning in this band.',
      last: noneUnder('legacy'),
    },
    {
      id: 'mcp/2026-07-28/codes/header-mismatch-only-on-http',
      must: 'No error has the code -32020 where there are no headers: it says that header and body differ.',
      fix: 'Use -32020 for headers of HTTP only, and -32602 for params that contradict each other.',
      transports: LINES,
      last: eachWith(-32020, shown),
    },
    {
      id: 'mcp/2026-07-28/codes/missing-capability-data',
      must: 'An error -32021 names the missing capabilities in data.requiredCapabilities.',
      fix: 'Put the capabilities that the client would have to declare into data.requiredCapabilities.',
      last: eachWith(-32021, (error) =>
        isObject(objectOrEmpty(error.data)['requiredCapabilities'])
          ? undefined
          : `${shown(error)} whose data has no object requiredCapabilities`,
      ),
    },
    {
      id: 'mcp/2026-07-28/codes/unsupported-version-data',
      must: 'An error -32022 has the versions that are served in data.supported, and the one that was asked for in data.requested.',
      fix: 'Put an array of versions into data.supported, and the version of the request into data.requested.',
      last: eachWith(-32022, (error) => {
        const { supported, requested } = objectOrEmpty(error.data);
        const isWhole = isListOfStrings(supported) && typeof requested === 'string';
        return isWhole ? undefined : `${shown(error)} whose data lack supported or requested`;
      }),
    },
    {
      id: 'mcp/2026-07-28/codes/unsupported-version-meant',
      must: 'An error -32022 does not list the requested version among those that are supported.',
      fix: 'Use -32022 for versions that are not served, and for nothing else.',
      last: eachWith(-32022, (error) => {
        const { supported, requested } = objectOrEmpty(error.data);
        return Array.isArray(supported) && supported.includes(requested)
          ? `${shown(error)} although data.supported has ${String(requested)}`
          : undefined;
      }),
    },
    {
      id: 'mcp/2025-11-25/codes/url-elicitation-data',
      must: 'An error -32042 lists elicitations of mode "url", each with elicitationId, url and message.',
      link: 'https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error',
      fix: 'Put the elicitations into data.elicitations, or use a number that means something else.',
      eras: ['2025-11-25'],
      last: eachWith(-32042, (error) =>
        isUrlElicitations(objectOrEmpty(error.data)['elicitations'])
          ? undefined
          : `${shown(error)} whose data.elicitations do not say where to go`,
      ),
    },
    {
      id: 'errata/codes/resource-code-elsewhere',
      should: 'The code -32002 says that a resource is not there, and nothing else.',
      link: adviceLink('codes'),
      fix: 'Use another number: clients read -32002 as "resource not found", and some turn it into -32602.',
      eras: WITH_HANDSHAKE,
      last: eachWith(-32002, (error) =>
        error.method?.startsWith('resources/') === false ? shown(error) : undefined,
      ),
    },
    {
      id: 'errata/codes/sdk-local-code',
      should:
        'No error has the code -32000 or -32001, by which SDKs of clients mean their own failures.',
      link: adviceLink('codes'),
      fix: 'Use another number: clients take these for a lost connection or a timeout, and some call again.',
      eras: WITH_HANDSHAKE,
      // Those that come from the SDKs in answer to what HTTP itself refuses are not the author's.
      last: noneIf(
        ({ code, exchange: { httpAnswers } }) =>
          (code === -32000 || code === -32001) && !httpAnswers.some(({ status }) => status >= 400),
      ),
    },
    {
      id: 'errata/codes/http-status',
      should: 'No error has a status of HTTP for a code.',
      link: adviceLink('codes'),
      fix: 'Catch the errors of HTTP clients, and say what failed in a code of your own: a bare 404 does not say of what.',
      last: noneIf(({ code }) => code >= 100 && code <= 599),
    },
    {
      id: 'errata/codes/local-number',
      should: 'No error has an errno or 0 for a code.',
      link: adviceLink('codes'),
      fix: 'Do not send the code of the exception: give each failure a code of its own.',
      last: noneIf(({ code }) => isErrno(code)),
    },
  ]),
];

/** Judge every error of the run with a code by what is wrong with it. */
function eachWith(code: number, wrong: (error: ErrorReply) => string | undefined): Run {
  const all = (probe: Probe) => errorsOf(probe).filter((error) => error.code === code);
  return review(all, NO_ERROR, wrong);
}

/** No error of the run may be so. */
function noneIf(isWrong: (error: ErrorReply, probe: Probe) => boolean): Run {
  return review(errorsOf, NO_ERROR, (error, probe) =>
    isWrong(error, probe) ? shown(error) : undefined,
  );
}

/** No error of the run may have a number under this law. */
function noneUnder(law: Law): Run {
  return noneIf(({ code }, { era }) => lawOf(code, era) === law);
}

/** Whether and how a number may be the code of an error. */
export function lawOf(code: number, era: Era): Law {
  if (STANDARD.includes(code)) return 'standard';
  if (DEFINED[era].includes(code)) return 'defined';
  if (RETIRED[era]?.includes(code) === true) return 'retired';
  if (code >= -32768 && code <= -32100) return 'unassigned';
  if (era !== '2026-07-28' || code < -32099 || code > -32000) return 'free';
  return code <= -32020 ? 'reserved' : 'legacy';
}

/** Every error of the run whose code is an integer; of others there is a case elsewhere. */
export function errorsOf({ exchanges }: Pick<Probe, 'exchanges'>): readonly ErrorReply[] {
  return exchanges.flatMap((exchange) => {
    const known = read.get(exchange) ?? errorsIn(exchange);
    read.set(exchange, known);
    return known;
  });
}

function errorsIn(exchange: WireExchange): readonly ErrorReply[] {
  const entries = entriesOf(exchange.responses).flatMap((entry) => {
    const error = errorOf(entry);
    const code = error?.['code'];
    if (error === undefined || typeof code !== 'number' || !Number.isInteger(code)) return [];
    return [{ code, data: error['data'], id: objectOrEmpty(entry.value)['id'] }];
  });
  const methods = entries.length === 0 ? NONE : methodsIn(exchange);
  return entries.map(({ code, data, id }) => ({ code, data, method: methods.get(id), exchange }));
}

/** The methods of the requests that were sent, by id. */
function methodsIn({ sent }: WireExchange): ReadonlyMap<unknown, string> {
  const methods = new Map<unknown, string>();
  for (const text of sent) {
    const value = parseJson(text);
    for (const message of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const { id, method } = objectOrEmpty(message);
      if (id === undefined || id === null || typeof method !== 'string') continue;
      if (!methods.has(id)) methods.set(id, method);
    }
  }
  return methods;
}

/** Whether every parser reads a text in the same way: no escapes, no numbers out of range, no bytes that are not UTF-8. */
function isPlainJson(text: string): boolean {
  return (
    text.length < LONGEST && !/\\|\uFFFD/.test(text) && JSON.stringify(parseJson(text)) === text
  );
}

/** An error in a sentence. */
function shown({ code, method }: ErrorReply): string {
  return method === undefined ? `error ${code}` : `${method} was answered with error ${code}`;
}

function isListOfStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isUrlElicitations(value: unknown): boolean {
  const names = ['elicitationId', 'url', 'message'];
  const isOne = (entry: unknown): boolean => {
    const { mode, ...texts } = objectOrEmpty(entry);
    return mode === 'url' && names.every((name) => typeof texts[name] === 'string');
  };
  return Array.isArray(value) && value.length > 0 && value.every(isOne);
}

/** Exit by success, errors of Linux as Node shows them, and those of libuv elsewhere. */
function isErrno(code: number): boolean {
  return code === 0 || (code >= -133 && code <= -2) || (code >= -4095 && code <= -3000);
}
