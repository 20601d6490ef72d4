import { erlmcp } from '@errata/catalogs/erlmcp';

/**
 * The segments of a path under a root. INVALID_PARAMS where it tries to leave it: that is said from the text alone, so the
 * answer is the same whether or not there is something at the other end.
 */
export function pathSegments(path: string): readonly string[] {
  const segments = path.split('/');
  // A slash at the end names a folder, which is a question of what there is.
  const named = segments.at(-1) === '' ? segments.slice(0, -1) : segments;
  if (named.some(isTraversal)) {
    throw erlmcp.INVALID_PARAMS({
      details:
        'The path may not have empty segments, ".", "..", backslashes or NUL: it stays under the root',
    });
  }
  return segments;
}

/** Whether a name could lead elsewhere than into the folder that it stands in. */
export function isTraversal(segment: string): boolean {
  return segment === '' || segment === '.' || segment === '..' || /[\\\0/]/.test(segment);
}
