import { describe, expect, it } from 'vitest';
import { parseTokens, SHARED } from './token-list.js';

const ANN = 'canary-token-of-ann';
const BOB = 'canary-token-of-bob';

describe('a list of tokens', () => {
  it('says whose each token is', () => {
    const list = parseTokens(`# people\n\nann ${ANN}\r\n  bob\t${BOB}  \n* canary-of-them-all\n`);
    expect(list.users).toEqual(['ann', 'bob']);
    expect(list.find(ANN)).toEqual({ user: 'ann', speaksForOthers: false });
    expect(list.find(BOB)).toEqual({ user: 'bob', speaksForOthers: false });
    expect(list.find('canary-of-them-all')).toEqual(SHARED);
    expect(SHARED).toEqual({ user: undefined, speaksForOthers: true });
  });

  it('lets a user have several tokens', () => {
    const list = parseTokens(`ann ${ANN}\nann ${BOB}`);
    expect(list.users).toEqual(['ann']);
    expect(list.find(BOB)?.user).toBe('ann');
  });

  it('knows nothing but the whole token', () => {
    const list = parseTokens(`ann ${ANN}`);
    for (const other of ['', 'ann', ANN.slice(0, -1), `${ANN} `, ANN.toUpperCase(), '__proto__']) {
      expect(list.find(other)).toBeUndefined();
    }
  });

  it.each([
    ['no token', 'ann', 'it has to be a user and a token'],
    ['three words', `ann ${ANN} ${BOB}`, 'it has to be a user and a token'],
    ['a name with a colon', `a:b ${ANN}`, 'this cannot be the name of a user'],
    ['the name of a path', `../ann ${ANN}`, 'this cannot be the name of a user'],
    ['the name of guests', `unknown ${ANN}`, 'this cannot be the name of a user'],
    [
      'the words the other way round',
      `canary/of/the/token ann`,
      'this cannot be the name of a user',
    ],
    ['a long name', `${'a'.repeat(101)} ${ANN}`, 'this cannot be the name of a user'],
    ['a short token', 'ann canary-15-chars', /at least 16 characters/],
    ['a token beyond ASCII', 'ann canary-of-ann-ü-123', /printable ASCII/],
    ['a token twice', `ann ${ANN}`, 'this token is another line’s already'],
  ])('reports by its line of %s, without what is in it', (_what, line, message) => {
    const text = `# first\nbob ${BOB}\nzed ${ANN}-2\n${line === `ann ${ANN}` ? `kim ${ANN}` : ''}\n${line}\n`;
    const parse = () => parseTokens(text);
    expect(parse).toThrow(TypeError);
    expect(parse).toThrow(/^line 5 of the tokens: /);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow(/canary/);
  });
});
