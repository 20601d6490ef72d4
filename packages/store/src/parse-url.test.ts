import { describe, expect, it } from 'vitest';
import { parseUrl } from './parse-url.js';

describe('the url of a database', () => {
  it.each([
    ['sqlite:/var/a.db', '/var/a.db'],
    ['sqlite:///var/a.db', '/var/a.db'],
    ['sqlite:a.db', 'a.db'],
    ['SQLITE:a.db', 'a.db'],
    ['sqlite::memory:', ':memory:'],
    ['./data/a.db', './data/a.db'],
    ['/var/a.db', '/var/a.db'],
    ['a.db', 'a.db'],
  ])('%s is the file %s', (url, target) => {
    expect(parseUrl(url)).toEqual({ dialect: 'sqlite', target });
  });

  it.each(['postgres://u:p@h:5432/d', 'postgresql://h/d?sslmode=require'])(
    '%s is a server',
    (url) => {
      expect(parseUrl(url)).toEqual({ dialect: 'postgres', target: url });
    },
  );

  it.each([
    '',
    'sqlite:',
    'sqlite://host/a.db',
    'a\0.db',
    'mysql://root:hunter2@h/d',
    'postgres:hunter2',
    'postgres://root:hunter2@h:nine/d',
  ])('refuses %j, names the forms, and repeats no password', (url) => {
    expect(() => parseUrl(url)).toThrow(TypeError);
    expect(() => parseUrl(url)).toThrow(
      /sqlite:\/path\/to\/file\.db, sqlite::memory:, a plain path, or postgres:\/\//,
    );
    expect(() => parseUrl(url)).not.toThrow(/hunter2/);
  });
});
