import { describe, expect, it } from 'vitest';
import { defineCatalog } from '../catalog/index.js';
import { CONDITIONS, type Era } from '../era/index.js';
import { Fault } from '../fault/index.js';
import { naturalStatus, toHttpAnswer, toProblemDocument, type FailureOrigin } from './http.js';
import { demo, demoContract, unreachable, viewOf } from './testing/demo.js';

const lacking = defineCatalog(
  'lacking',
  {
    OOPS: { code: -32603, title: 'Oops', category: 'internal', recovery: 'report_and_abort' },
    NO_CAPABILITY: {
      code: -32004,
      title: 'No capability',
      category: 'protocol',
      condition: 'missing-client-capability',
      recovery: 'report_and_abort',
    },
  },
  { unexpected: 'OOPS' },
);

describe('the status of a JSON-RPC error', () => {
  it.each<[string, Parameters<typeof toHttpAnswer>[0], Era, FailureOrigin, number]>([
    ['a parse error', demo.PARSE_ERROR(), '2025-11-25', 'edge', 400],
    ['a parse error', demo.PARSE_ERROR(), '2026-07-28', 'edge', 400],
    ['an invalid request', demo.INVALID_REQUEST(), '2026-07-28', 'edge', 400],
    ['an unknown method', demo.METHOD_NOT_FOUND(), '2025-11-25', 'edge', 200],
    ['an unknown method', demo.METHOD_NOT_FOUND(), '2026-07-28', 'edge', 404],
    ['a missing _meta', demo.INVALID_PARAMS(), '2026-07-28', 'edge', 400],
    ['invalid params of a handler', demo.INVALID_PARAMS(), '2026-07-28', 'handler', 200],
    ['a failed tool', unreachable(), '2026-07-28', 'handler', 200],
    ['a missing token', demo.UNAUTHORIZED(), '2025-11-25', 'edge', 401],
    ['a missing token found by a handler', demo.UNAUTHORIZED(), '2025-11-25', 'handler', 401],
    ['a scope that is not enough', demo.FORBIDDEN({ device_id: 'd' }), '2025-11-25', 'edge', 403],
    ['a refusal of a handler', demo.FORBIDDEN({ device_id: 'd' }), '2025-11-25', 'handler', 200],
    ['too many requests', demo.RATE_LIMITED({ retry_after: 7 }), '2025-11-25', 'edge', 429],
    ['a broken edge', demo.INTERNAL_ERROR(), '2025-11-25', 'edge', 500],
    ['a broken handler', demo.INTERNAL_ERROR(), '2025-11-25', 'handler', 200],
  ])('of %s', (_, fault, era, origin, status) => {
    expect(toHttpAnswer(fault, era, { origin }).status).toBe(status);
  });

  it.each<FailureOrigin>(['edge', 'handler'])(
    'is 400 for a missing client capability on 2026-07-28 (%s)',
    (origin) => {
      expect(toHttpAnswer(lacking.NO_CAPABILITY(), '2026-07-28', { origin }).status).toBe(400);
    },
  );
});

describe('the headers', () => {
  it('carry the challenge of a 401', () => {
    const fault = demo.UNAUTHORIZED();
    expect(toHttpAnswer(fault, '2025-11-25', { origin: 'edge' }).headers).toEqual({
      'WWW-Authenticate': 'Bearer',
    });
    const challenge =
      'Bearer resource_metadata="https://example.test/.well-known/oauth-protected-resource"';
    expect(toHttpAnswer(fault, '2025-11-25', { origin: 'edge', challenge }).headers).toEqual({
      'WWW-Authenticate': challenge,
    });
  });

  it('have the challenge of a 403 if there is one', () => {
    const fault = demo.FORBIDDEN({ device_id: 'd' });
    expect(toHttpAnswer(fault, '2025-11-25', { origin: 'edge' }).headers).toEqual({});
    const challenge = 'Bearer error="insufficient_scope", scope="write"';
    expect(
      toHttpAnswer(fault, '2025-11-25', { origin: 'edge', challenge }).headers['WWW-Authenticate'],
    ).toBe(challenge);
  });

  it('carry the wait of a 429 in whole seconds', () => {
    const fault = demo.RATE_LIMITED({ retry_after: 6.2 });
    expect(toHttpAnswer(fault, '2025-11-25', { origin: 'edge' }).headers).toEqual({
      'Retry-After': '7',
    });
  });
});

describe('the problem document', () => {
  it('is RFC 9457 with the facts as extensions', () => {
    expect(toProblemDocument(unreachable(), demoContract, viewOf('2025-11-25'))).toEqual({
      type: 'urn:errata:demo:DEVICE_UNREACHABLE',
      title: 'Device Unreachable',
      status: 502,
      detail: 'No answer from dev-lab-01 (198.51.100.7:443)',
      instance: 'urn:errata:ref:corr-0123456789abcdef',
      domain: 'demo',
      reason: 'DEVICE_UNREACHABLE',
      code: -32010,
      category: 'device',
      retryable: true,
      retry_after: 60,
      effect: 'none',
      recovery_strategy: 'retry_with_backoff',
      ref: 'corr-0123456789abcdef',
      data: { device_id: 'dev-lab-01', address: '198.51.100.7:443' },
    });
  });

  it('has the status that plain HTTP would use for each condition', () => {
    const { definition } = lacking.OOPS();
    const statuses = new Map<number, string[]>();
    for (const condition of CONDITIONS) {
      const status = naturalStatus(new Fault({ ...definition, condition }, {}));
      statuses.set(status, [...(statuses.get(status) ?? []), condition]);
    }
    expect(Object.fromEntries(statuses)).toEqual({
      400: [
        'parse-error',
        'invalid-request',
        'invalid-params',
        'missing-client-capability',
        'unsupported-version',
        'header-mismatch',
        'validation',
      ],
      401: ['unauthorized'],
      403: ['forbidden', 'unsafe', 'not-approved'],
      404: [
        'method-not-found',
        'unknown-tool',
        'resource-not-found',
        'prompt-not-found',
        'not-found',
      ],
      409: ['conflict', 'invalid-state'],
      410: ['expired'],
      429: ['rate-limited'],
      499: ['cancelled'],
      500: ['internal', 'unexpected', 'url-elicitation-required', 'subscription-failed'],
      501: ['capability-not-supported', 'unsupported'],
      502: ['unreachable', 'upstream-auth', 'upstream-error', 'transport'],
      503: ['not-initialized', 'storage-unavailable'],
      504: ['timeout'],
      507: ['exhausted'],
    });
  });

  it('has the status that its definition names before any other', () => {
    const { definition } = demo.RATE_LIMITED({ retry_after: 1 });
    expect(naturalStatus(new Fault({ ...definition, http: 418 }, {}))).toBe(418);
    expect(naturalStatus(lacking.OOPS())).toBe(500);
  });
});
