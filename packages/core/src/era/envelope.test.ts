import { describe, expect, it } from 'vitest';
import { claimedVersion, hasClaim, malformedEnvelope, wrongEnvelope } from './envelope.js';

const V = '2026-07-28';
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
const META = { [VERSION]: V, [CAPABILITIES]: {} };

describe('the envelope of 2026-07-28', () => {
  it.each<[string, object]>([
    ['the version and capabilities', {}],
    ['client info and a log level', { [CLIENT]: { name: 'x' }, [LOG_LEVEL]: 'notice' }],
    ['keys of others', { progressToken: 1, 'example.com/x': null }],
  ])('may have %s', (_, more) => {
    expect(wrongEnvelope({ _meta: { ...META, ...more } }, V)).toBeUndefined();
  });

  it.each<[string, unknown, string, string, string]>([
    ['no params', undefined, VERSION, 'string', 'nothing'],
    ['params by position', [META], VERSION, 'string', 'nothing'],
    ['a _meta that is no object', { _meta: 'x' }, VERSION, 'string', 'nothing'],
    [
      'a version of the wrong type',
      { _meta: { ...META, [VERSION]: 5 } },
      VERSION,
      'string',
      'number',
    ],
    ['no capabilities', { _meta: { [VERSION]: V } }, CAPABILITIES, 'object', 'nothing'],
    [
      'a list of capabilities',
      { _meta: { ...META, [CAPABILITIES]: [] } },
      CAPABILITIES,
      'object',
      'array',
    ],
    ['client info that is null', { _meta: { ...META, [CLIENT]: null } }, CLIENT, 'object', 'null'],
    [
      'an unknown log level',
      { _meta: { ...META, [LOG_LEVEL]: 'loud' } },
      LOG_LEVEL,
      'log level',
      'string',
    ],
  ])('is refused with %s', (_, params, key, expected, received) => {
    const details = `params._meta["${key}"] is missing or of the wrong type`;
    const field = `_meta.${key}`;
    const failure = {
      condition: 'invalid-params',
      context: {
        ...{ field, expected, received },
        errors: [{ field, message: 'is missing or of the wrong type' }],
      },
      given: { details, message: details },
    };
    expect(wrongEnvelope(params)).toEqual(failure);
    expect(malformedEnvelope(params)).toEqual(failure);
  });

  it('is refused if the header names another version, before any other check', () => {
    expect(wrongEnvelope({ _meta: { [VERSION]: V } }, '2025-11-25')).toEqual({
      condition: 'header-mismatch',
      context: { header: 'MCP-Protocol-Version' },
    });
  });

  it('is refused in another version, which may have another envelope', () => {
    expect(wrongEnvelope({ _meta: { [VERSION]: '2030-01-01' } })).toEqual({
      condition: 'unsupported-version',
      context: { supported: [V], requested: '2030-01-01' },
    });
    expect(malformedEnvelope({ _meta: { ...META, [VERSION]: '2030-01-01' } })).toBeUndefined();
  });

  it('does not repeat a version that does not look like one', () => {
    expect(wrongEnvelope({ _meta: { [VERSION]: '<script>' } })).toEqual({
      condition: 'unsupported-version',
      context: { supported: [V], requested: '' },
      given: { details: 'This version is not supported; supported: 2026-07-28' },
    });
  });

  it('is claimed by the key alone, and never by a prototype', () => {
    expect(hasClaim({ _meta: { [VERSION]: null } })).toBe(true);
    const inherited = { _meta: Object.create({ [VERSION]: V }) as object };
    expect(hasClaim(inherited)).toBe(false);
    expect(claimedVersion(inherited)).toBeUndefined();
    expect(wrongEnvelope(inherited)?.condition).toBe('invalid-params');
  });
});
