import { describe, expect, it } from 'vitest';
import { BREAKAGES } from '../testing/broken-servers/broken-servers.js';
import { GROUPS } from '../case.js';
import { CASES } from './cases.js';

describe('the cases', () => {
  it('are at least 120, each with an id of its own', () => {
    expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length);
    expect(CASES.length).toBeGreaterThanOrEqual(120);
  });

  it('have each a server that is broken in just that way', () => {
    expect(BREAKAGES.map(({ id }) => id).sort()).toEqual(CASES.map(({ id }) => id).sort());
  });

  it('say what is required, where that is written, and how to fix it', () => {
    for (const { id, requirement, link, fix, keyword, group } of CASES) {
      expect(id).toMatch(/^(?:jsonrpc\/[\d.]+|mcp\/\d{4}-\d\d-\d\d|errata)(?:\/[a-z0-9.-]+)+$/);
      expect(requirement).toMatch(/^[A-Z"-].*\.$/);
      expect(fix).toMatch(/^[A-Z"].*\.$/);
      expect(link).toMatch(/^https:\/\/|^docs\/check\.md#/);
      expect(['MUST', 'SHOULD']).toContain(keyword);
      expect(Object.keys(GROUPS)).toContain(group);
    }
  });

  it('are there for every group', () => {
    expect(new Set(CASES.map(({ group }) => group))).toEqual(new Set(Object.keys(GROUPS)));
  });
});
