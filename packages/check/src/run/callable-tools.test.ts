import { describe, expect, it } from 'vitest';
import { NO_OFFER, type OfferedTool } from '../session/offer.js';
import { callableTools, whyNotCalled } from './run-era.js';

const tool = (name: string, annotations: OfferedTool['annotations'] = {}): OfferedTool => ({
  name,
  inputSchema: { type: 'object' },
  annotations,
});

const READS = { readOnlyHint: true };
const OFFER = {
  ...NO_OFFER,
  tools: [
    tool('reads', READS),
    tool('reads kindly', { ...READS, destructiveHint: false }),
    tool('mute'),
    tool('writes', { readOnlyHint: false }),
    tool('says it in words', { readOnlyHint: 'true' }),
    tool('contradicts itself', { ...READS, destructiveHint: true }),
    tool('twice, both read', READS),
    tool('twice, both read', READS),
    tool('twice, one reads', READS),
    tool('twice, one reads'),
    tool('twice, the other reads', { destructiveHint: true }),
    tool('twice, the other reads', READS),
  ],
};

const named = (options: Parameters<typeof callableTools>[1]): readonly string[] =>
  callableTools(OFFER, options).map(({ name }) => name);

describe('the tools that may be called', () => {
  it('are those of which every entry says that it only reads, and none that it destroys', () => {
    expect(named({})).toEqual(['reads', 'reads kindly', 'twice, both read', 'twice, both read']);
  });

  it.each(['mute', 'contradicts itself', 'twice, one reads'])(
    'are those that the user names as well: %s',
    (name) => {
      expect(named({ allowTools: [name] })).toContain(name);
      expect(named({ allowTools: [name] })).not.toContain('writes');
    },
  );

  it('are all where writes are allowed', () => {
    expect(named({ allowWrites: true })).toEqual(OFFER.tools.map(({ name }) => name));
  });
});

describe('the reason why tools are not called', () => {
  const UNMARKED = 'not marked readOnlyHint: true; allow them with --call <tool> or --allow-writes';
  it.each([
    [{}, [], UNMARKED],
    [{ allowWrites: true, maxTools: 2 }, [], '--max-tools sets the limit'],
    [{ maxTools: 2 }, [], `--max-tools sets the limit; ${UNMARKED}`],
    [{ allowWrites: true }, ['mute'], 'a right call of mute got no reply in time'],
  ])('is the right one with %j and %j left out', (options, leftOut, why) => {
    const all = { maxTools: 50, ...options };
    expect(whyNotCalled(OFFER, all, leftOut)).toBe(why);
  });

  it('is that there are none', () => {
    expect(whyNotCalled(NO_OFFER, {}, [])).toBe('the server has no tools');
  });
});
