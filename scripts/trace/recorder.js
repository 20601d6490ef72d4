// Part of the instrumented build: the list of the functions that were entered while a request was recorded.

/** @type {number[] | undefined} */
let entries;

/** Called at the start of every function. @param {number} number */
export function enter(number) {
  entries?.push(number);
}

/**
 * The numbers of the functions that `work` entered, in order.
 * @param {() => unknown} work
 */
export async function record(work) {
  entries = [];
  try {
    await work();
    return entries;
  } finally {
    entries = undefined;
  }
}
