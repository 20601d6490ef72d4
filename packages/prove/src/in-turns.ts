/** Work on a list, some at a time; the outcomes are in the order of the list. */
export async function inTurns<T, R>(
  list: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const outcomes: R[] = [];
  const queue = list.entries();
  const take = async (): Promise<void> => {
    for (const [index, item] of queue) outcomes[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, take));
  return outcomes;
}
