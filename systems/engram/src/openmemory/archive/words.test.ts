import { describe, expect, it } from 'vitest';
import { searchTerms, wordsOf } from './words.js';

describe('the words of a text', () => {
  it.each([
    ['We ship on Friday!', ['we', 'ship', 'on', 'friday']],
    ['C++ -O2 a_b e-mail 20.19', ['c', 'o2', 'a', 'b', 'e', 'mail', '20', '19']],
    ['getUserById', ['getuserbyid', 'get', 'user', 'by', 'id']],
    ['Deployments, payment, moment', ['deploy', 'pay', 'moment']],
    ['ＡＰＩ Café', ['api', 'cafe']],
    ['数据库部署', ['数据', '据库', '库部', '部署']],
    ['API部署v2', ['api', '部署', 'v2']],
    ['税', ['税']],
    ['先备份，再迁移', ['先备', '备份', '再迁', '迁移']],
    ['サーバーを', ['サー', 'ーバ', 'バー', 'ーを']],
    ['서버를', ['서버', '버를']],
    ['"; drop \\ \' %_*^ 😀', ['drop']],
    ['', []],
  ])('%j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are cut, and at most 32,768', () => {
    expect(wordsOf('x'.repeat(5_000))).toEqual(['x'.repeat(100)]);
    expect(wordsOf('a1 '.repeat(50_000))).toHaveLength(32_768);
  });
});

describe('the terms of a query', () => {
  it.each([
    ['when do we ship?', { words: ['ship'], parts: ['ship'] }],
    ['to be', { words: ['to', 'be'], parts: ['to', 'be'] }],
    ['API部署', { words: ['api', '部署'], parts: ['api部署'] }],
    ['same "same"', { words: ['same'], parts: ['same'] }],
    ['a\0x', { words: ['x'], parts: ['a', 'x'] }],
    ['😀😀😀', { words: [], parts: ['😀😀😀'] }],
    ['?!', { words: [], parts: ['?!'] }],
    ['NEAR(ship, 3)', { words: ['near', 'ship', '3'], parts: ['near(ship'] }],
  ])('%j', (query, expected) => {
    expect(searchTerms(query)).toEqual(expected);
  });

  it('are few for a whole page', () => {
    const page = Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(' ');
    const { words, parts } = searchTerms(page);
    expect([words.length, parts.length]).toEqual([64, 8]);
  });
});
