// Whatever the disk says about a path that cannot be read is told alike: who asks learns nothing of what lies behind it.
const ABSENT: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'ENXIO',
  'EPERM',
]);

/** The error for a path that there is nothing to read at; why is for the operator. */
export function absent(why: string): Error {
  return Object.assign(new Error(why), { code: 'ENOENT' });
}

/** Whether an error says that there is nothing to read at a path. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ABSENT.has(error.code);
}
