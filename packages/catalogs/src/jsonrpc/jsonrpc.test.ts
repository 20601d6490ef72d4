import { describe, expect, it } from 'vitest';
import { ERAS } from '@errata/core';
import { jsonrpc, jsonrpcContract } from './index.js';

describe('the JSON-RPC 2.0 contract', () => {
  it('has the codes and messages of §5.1, and no others', () => {
    expect(jsonrpc.definitions.map(({ code, title }) => [code, title])).toEqual([
      [-32700, 'Parse error'],
      [-32600, 'Invalid Request'],
      [-32601, 'Method not found'],
      [-32602, 'Invalid params'],
      [-32603, 'Internal error'],
    ]);
  });

  it('keeps the numbers in every era', () => {
    const fault = jsonrpc.METHOD_NOT_FOUND({ method: 'foobar' });
    expect(ERAS.map((era) => jsonrpcContract.number(fault, era))).toEqual(ERAS.map(() => -32601));
  });

  it('says the title as the message and nothing but the declared fields as the data', () => {
    const fault = jsonrpc.METHOD_NOT_FOUND({ method: 'foobar' });
    const view = { era: 'jsonrpc' } as const;
    expect(jsonrpcContract.message(fault, view)).toBe('Method not found');
    expect(jsonrpcContract.data(fault, view)).toEqual({ method: 'foobar' });
    expect(jsonrpcContract.data(jsonrpc.INTERNAL_ERROR(), view)).toBeUndefined();
  });

  it('answers an unreadable id with null where there is no MCP around', () => {
    expect(jsonrpcContract.unreadableId('jsonrpc')).toBe('null');
    expect(jsonrpcContract.unreadableId('2025-11-25')).toBe('omit');
  });
});
