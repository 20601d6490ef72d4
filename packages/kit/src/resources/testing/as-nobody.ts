const NOBODY = 65_534;

/** Does something without the rights of root, which may read everything; where the tests do not run as root, as it is. */
export async function asNobody(work: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid!(NOBODY);
  try {
    await work();
  } finally {
    process.seteuid!(0);
  }
}
