/** What an error of the file system is called: `ENOENT`. */
export function errorType(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'EIO';
}
