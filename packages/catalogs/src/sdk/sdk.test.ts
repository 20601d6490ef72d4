import { describe, expect, it } from 'vitest';
import {
  SDK_TABLES,
  TYPESCRIPT_V2_LOCAL_CODES,
  typescriptV1,
  typescriptV2,
  pythonV1,
} from './sdk.js';

const meanings = (table: (typeof SDK_TABLES)[number], code: number) =>
  table.rows.filter((row) => row.code === code).map(({ name, where }) => `${name} ${where}`);

describe('the numbers of the SDKs', () => {
  it('say for every row who, where, which version and where it was read', () => {
    for (const { rows, version } of SDK_TABLES) {
      for (const row of rows) {
        expect(Number.isSafeInteger(row.code)).toBe(true);
        expect(row.version).toBe(version);
        expect([row.name, row.meaning, row.source].every((text) => text !== '')).toBe(true);
      }
    }
  });

  it('show that TypeScript v1 uses -32000 and -32001 on the wire and locally', () => {
    expect(meanings(typescriptV1, -32000)).toEqual([
      'ConnectionClosed local',
      'HttpRejection wire',
    ]);
    expect(meanings(typescriptV1, -32001)).toEqual([
      'RequestTimeout local',
      'SessionNotFound wire',
    ]);
    expect(typescriptV1.version).toBe('1.32.2');
  });

  it('show that TypeScript v2 has no local numbers', () => {
    expect(typescriptV2.rows.filter(({ where }) => where !== 'wire')).toEqual([]);
    expect(typescriptV2.version).toBe('2.4.0');
    expect(TYPESCRIPT_V2_LOCAL_CODES).toContain('REQUEST_TIMEOUT');
  });

  it('keep the odd numbers of Python v1', () => {
    expect(meanings(pythonV1, 408)).toEqual(['RequestTimeout local']);
    expect(meanings(pythonV1, 32600)).toEqual(['SessionTerminated local']);
    expect(meanings(pythonV1, 0)).toEqual(['HandlerError wire']);
  });

  it('agree on the three codes of 2026-07-28 wherever an SDK has them', () => {
    for (const { rows } of SDK_TABLES) {
      for (const { code, name } of rows) {
        if (code === -32020) expect(name).toBe('HeaderMismatch');
        if (code === -32021) expect(name).toBe('MissingRequiredClientCapability');
        if (code === -32022) expect(name).toBe('UnsupportedProtocolVersion');
      }
    }
  });
});
