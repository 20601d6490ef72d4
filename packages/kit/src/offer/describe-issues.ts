import type { Issue } from '../schema/index.js';

/** What is wrong in one line: each member and what is wanted there, never what was given. */
export function describeIssues(issues: readonly Issue[], root: string): string {
  const told = issues
    .slice(0, MOST)
    .map(({ path, message }) => `${path === '' ? root : path}: ${message}`);
  const more = issues.length - told.length;
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

const MOST = 10;
