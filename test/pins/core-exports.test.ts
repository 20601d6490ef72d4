import * as core from '@errata/core';
import * as era from '@errata/core/era';
import * as codec from '@errata/core/codec';
import * as fault from '@errata/core/fault';
import * as catalog from '@errata/core/catalog';
import * as contract from '@errata/core/contract';
import * as server from '@errata/core/server';
import * as client from '@errata/core/client';
import { describe, expect, it } from 'vitest';
import { PIN } from './pin.js';

const SUBPATHS = { era, codec, fault, catalog, contract, server, client };

/** The runtime exports of each subpath, by name. Types are not here: they have no runtime. */
const EXPECTED: Readonly<Record<keyof typeof SUBPATHS, readonly string[]>> = {
  era: [
    'CONDITIONS',
    'ERAS',
    'ERA_RULES',
    'PROTOCOL_CONDITIONS',
    'REFUSALS',
    'STANDARD_CODES',
    'judgeCode',
  ],
  codec: [
    'DEFAULT_LIMITS',
    'PROBLEMS',
    'createParser',
    'encodeBatch',
    'encodeError',
    'encodeNotification',
    'encodeRequest',
    'encodeResult',
    'idKey',
    'idText',
    'idValue',
    'isIntegerText',
    'scanId',
    'toJson',
  ],
  fault: [
    'EFFECTS',
    'FIELD_TYPES',
    'Fault',
    'GENERIC',
    'GENERIC_DOMAIN',
    'REDACTED',
    'STRATEGIES',
    'assertKeys',
    'byteLength',
    'causeChain',
    'classify',
    'clipAdvice',
    'clipOutsideQuotes',
    'clipText',
    'clipTokens',
    'createRedactor',
    'createRef',
    'describeCause',
    'editDistance',
    'estimateTokens',
    'fitData',
    'isFault',
    'isRef',
    'nearestName',
    'oneLine',
    'parseHttpDate',
    'parseRetryAfter',
    'parseSeconds',
    'peek',
    'quoteForeign',
    'redactFault',
    'resolveFields',
    'stripInvisible',
  ],
  catalog: [
    'breachOfDigitLaw',
    'decodeDigits',
    'defineCatalog',
    'defineFailures',
    'joinFailures',
    'numberSpans',
    'numbersIn',
    'projectNumber',
    'standard',
    'standardFailures',
    'toCatalogJson',
    'toJsonSchema',
    'toMarkdown',
    'toOpenRpcErrors',
  ],
  contract: [
    'DEFAULT_BUDGET',
    'FAULT_META_KEY',
    'ORIGIN_KEY',
    'PROBLEM_MEDIA_TYPE',
    'assertContract',
    'cleanDeep',
    'cleanText',
    'createRpcWriter',
    'createView',
    'declaredContext',
    'defineContract',
    'factsOf',
    'fromPortable',
    'identify',
    'membersOf',
    'naturalStatus',
    'plainShape',
    'toFaultRecord',
    'toHttpAnswer',
    'toPortable',
    'toProblemDocument',
    'toRpcError',
    'toRpcErrorJson',
    'toToolFailure',
    'toToolFailureJson',
    'toToolFailureObject',
    'toolText',
    'translate',
  ],
  server: [
    'BaseConnection',
    'Call',
    'ID_IN_USE',
    'asTraceparent',
    'assertServed',
    'createFailureAnswers',
    'createServer',
    'isLate',
    'isPromise',
    'metOf',
    'quietly',
    'resultJson',
    'settleWithin',
    'whenReady',
  ],
  client: [
    'DEFAULT_BACKOFF',
    'DEFAULT_RETRY_AFTER',
    'RecoveryError',
    'backoffMs',
    'createLoopBreaker',
    'createRetryBudget',
    'decide',
    'failureName',
    'isRecoveryError',
    'readFailure',
    'readHints',
    'readReturned',
    'readThrown',
    'withRecovery',
  ],
};

describe('the exports of @errata/core', () => {
  it.each(Object.keys(EXPECTED) as (keyof typeof SUBPATHS)[])('of /%s', (name) => {
    expect(Object.keys(SUBPATHS[name]).sort(), PIN).toEqual([...EXPECTED[name]].sort());
  });

  it('are those of its subpaths, each name once', () => {
    const all = Object.values(EXPECTED).flat();
    expect(new Set(all).size, PIN).toBe(all.length);
    expect(Object.keys(core).sort(), PIN).toEqual(all.sort());
  });
});
