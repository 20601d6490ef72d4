/** What the user asked for makes no sense: exit code 2, with the sentence that helps. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
