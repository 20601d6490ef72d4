import { describe, expect, it } from 'vitest';
import { isJsonType, readAccept } from './request-head.js';

describe('readAccept', () => {
  it.each([
    [undefined, true, true],
    ['*/*', true, true],
    ['application/json, text/event-stream', true, true],
    ['text/event-stream,application/json', true, true],
    ['APPLICATION/JSON', true, false],
    ['application/*;q=0.5', true, false],
    ['text/*', false, true],
    ['text/html', false, false],
    ['', false, false],
    ['*/*;q=0', false, false],
    ['application/json;q=0, */*', false, true],
    ['text/event-stream;q=0.001', false, true],
    ['application/jsonx', false, false],
  ])('reads %j as json %j, events %j', (header, json, events) =>
    expect(readAccept(header)).toEqual({ json, events }),
  );
});

describe('isJsonType', () => {
  it.each(['application/json', 'application/json;charset=utf-8', ' Application/Json ; x=y'])(
    'takes %j',
    (type) => expect(isJsonType(type)).toBe(true),
  );

  it.each([
    undefined,
    '',
    'text/json',
    'application/jsonp',
    'text/plain;application/json',
    'multipart/form-data',
  ])('refuses %j', (type) => expect(isJsonType(type)).toBe(false));
});
