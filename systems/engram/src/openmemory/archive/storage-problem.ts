/** Why a database refused what it may take later: there is no room, or somebody else held it for too long. */
export type StorageProblem = 'full' | 'busy';

/** By the primary codes of SQLite; the extended ones say how it came about. */
const PROBLEMS: ReadonlyMap<number, StorageProblem> = new Map([
  [5, 'busy'],
  [13, 'full'],
]);

/** The problem that an exception tells of; undefined where it is something else. */
export function storageProblem(error: unknown): StorageProblem | undefined {
  const { errcode } = error as { readonly errcode?: unknown };
  return typeof errcode === 'number' ? PROBLEMS.get(errcode & 0xff) : undefined;
}
