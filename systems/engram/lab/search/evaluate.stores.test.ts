import { closing } from '@errata/testing';
import { describeStoreOfCircle } from '@errata/testing/stores';
import { describe, expect, it } from 'vitest';
import {
  measure,
  MEMORIES,
  openLabelled,
  printHead,
  printRow,
  QUESTIONS,
} from './testing/evaluate.js';
import { openTrigrams, searchPlainly } from './testing/former-search.js';

describe('the labelled set', () => {
  it('has at least 200 memories and 60 questions in two languages, and each answer exists', () => {
    const ids = new Set(MEMORIES.map(({ id }) => id));
    expect(ids.size).toBe(MEMORIES.length);
    expect(MEMORIES.length).toBeGreaterThanOrEqual(200);
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(60);
    expect(QUESTIONS.filter(({ kind }) => kind.startsWith('zh-')).length).toBeGreaterThan(20);
    expect(QUESTIONS.flatMap(({ want }) => want).filter((id) => !ids.has(id))).toEqual([]);
  });
});

describeStoreOfCircle('search on the labelled set', ({ dialect, createUrl }) => {
  const keep = closing();

  it('finds more than plain word search and than trigrams, in both languages', async () => {
    const plain = await measure(searchPlainly);
    const trigrams = await measure(keep(await openTrigrams()).search);
    const words = await measure(keep(await openLabelled({ database: await createUrl() })).search);
    printHead();
    printRow('plain words', plain);
    printRow('trigrams, as before', trigrams);
    printRow(`stems and BM25, ${dialect}`, words);
    for (const former of [plain, trigrams]) {
      expect(words.all.recall).toBeGreaterThan(former.all.recall + 0.15);
      expect(words.all.mrr).toBeGreaterThan(former.all.mrr + 0.15);
      expect(words.english.recall).toBeGreaterThan(former.english.recall + 0.08);
      expect(words.english.mrr).toBeGreaterThan(former.english.mrr + 0.08);
      expect(words.chinese.recall).toBeGreaterThan(former.chinese.recall + 0.3);
      expect(words.chinese.mrr).toBeGreaterThan(former.chinese.mrr + 0.3);
    }
  });
});
