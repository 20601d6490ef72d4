import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipAdvice, clipOutsideQuotes, estimateTokens } from './text.js';

const COMMAND = '`errata serve sql-fun --allow-context mcp`';

describe('clipAdvice', () => {
  it.each([
    ['Retry later', 10, 'Retry later'],
    ['Wait a minute. Then call the tool again', 6, 'Wait a minute.'],
    ['Ask the user! Then wait. Then call again', 10, 'Ask the user! Then wait.'],
    ['请稍后再试。然后再次调用这个工具', 8, '请稍后再试。'],
    ['Send the text, e.g. with a header of its own', 11, 'Send the text, e.g. with…'],
    [`Start the server with ${COMMAND}, then call again`, 12, 'Start the server with…'],
    [`Start the server with ${COMMAND.replaceAll('`', '"')}`, 12, 'Start the server with…'],
    [`Stop it. Then run ${COMMAND} and wait`, 12, 'Stop it.'],
    [`${COMMAND} starts the server`, 8, '…'],
    ['Say "Wait. Then go on" to the user and call again', 6, 'Say…'],
    ['A ` alone is a character like any other', 8, 'A ` alone is a…'],
    ['anything', 0, ''],
  ])('clips %j to %d tokens as %j', (text, max, expected) => {
    expect(clipAdvice(text, max)).toBe(expected);
  });

  it('stays within the estimate, and never ends inside a command', () => {
    const words = fc.constantFrom('Run', 'it', 'then', 'Wait.', 'errata serve', COMMAND, '"a b c"');
    const texts = fc.array(words, { maxLength: 30 }).map((all) => all.join(' '));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 60 }), (text, max) => {
        for (const clip of [clipAdvice, clipOutsideQuotes]) {
          const clipped = clip(text, max);
          expect(estimateTokens(clipped)).toBeLessThanOrEqual(max);
          for (const quote of ['`', '"']) expect(clipped.split(quote).length % 2).toBe(1);
        }
      }),
    );
  });
});
