import { describe, expect, it } from 'vitest';
import { formatSpace, parseSpace } from './actor.js';

describe('parseSpace', () => {
  it.each([
    ['private:kim', { type: 'private', name: 'kim' }],
    ['team:core', { type: 'team', name: 'core' }],
    ['org:acme', { type: 'org', name: 'acme' }],
    ['org', { type: 'org' }],
    ['private:kim.lee@example.org', { type: 'private', name: 'kim.lee@example.org' }],
    ['team:平台组', { type: 'team', name: '平台组' }],
    [`team:${'x'.repeat(100)}`, { type: 'team', name: 'x'.repeat(100) }],
  ])('reads %s, and formatSpace writes it', (text, space) => {
    const parsed = parseSpace(text);
    expect(parsed).toEqual(space);
    expect(formatSpace(parsed!)).toBe(text);
  });

  it.each([
    '',
    ':',
    'kim',
    'private',
    'team',
    'private:',
    'org:',
    'weird:x',
    'Private:kim',
    ' private:kim',
    'private:kim ',
    'private: kim',
    'private:kim\n',
    'private:a:b',
    'private:../kim',
    'private:a\\b',
    'private:a\0',
    'private:ki\u200bm',
    'private:\u202ekim',
    'private:\ud800',
    'orgx',
    '__proto__:x',
    'constructor:x',
    `team:${'x'.repeat(101)}`,
  ])('knows no space %j', (text) => {
    expect(parseSpace(text)).toBeUndefined();
  });
});
