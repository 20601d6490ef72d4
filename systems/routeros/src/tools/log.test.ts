import { openedForAll } from '@errata/testing/lifetime';
import { beforeAll, describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { getRecentLog } from './log.js';

const lab = openedForAll(() => startLab());
beforeAll(() => lab.router.fillLog(200));

interface Entry {
  readonly id: string;
  readonly topics: readonly string[];
  readonly message: string;
}

const entries = (facts: Record<string, unknown>) => facts['items'] as Entry[];

describe('log/get-recent', () => {
  it('gives the newest 50, the newest first, and says how many there are', async () => {
    const rows = lab.router.state.rows('/log');
    const { lines, facts } = await lab.call(getRecentLog);
    expect(facts['total']).toBe(rows.length);
    expect(entries(facts)).toHaveLength(50);
    expect(entries(facts)[0]).toMatchObject({
      id: rows.at(-1)!['.id'],
      message: rows.at(-1)!['message'],
    });
    expect(lines[0]).toBe(
      `Log of dev-lab-01: ${rows.length} entries, the newest of ${rows.at(-1)!['time']}`,
    );
    expect(lines).toHaveLength(52);
    expect(lines.at(-1)).toBe(`… ${rows.length - 50} more on request: a higher limit, or topics`);
  });

  it('prints no more than was asked for', async () => {
    const { lines, facts } = await lab.call(getRecentLog, { limit: 3 });
    expect(entries(facts)).toHaveLength(3);
    expect(lines).toHaveLength(5);
  });

  it('gives the entries that have one of the topics', async () => {
    const { facts } = await lab.call(getRecentLog, { topics: ['dns', 'firewall'], limit: 1000 });
    expect(entries(facts).length).toBeGreaterThan(10);
    for (const { topics } of entries(facts)) {
      expect(topics.includes('dns') || topics.includes('firewall')).toBe(true);
    }
    const rows = lab.router.state.rows('/log');
    const wanted = rows.filter((row) => /\b(?:dns|firewall)\b/.test(row['topics']!));
    expect(facts['total']).toBe(wanted.length);
  });

  it('says plainly that there is nothing', async () => {
    const { lines } = await lab.call(getRecentLog, { topics: ['no-such-topic'] });
    expect(lines).toEqual(['Log of dev-lab-01 about no-such-topic: 0 entries']);
  });
});
