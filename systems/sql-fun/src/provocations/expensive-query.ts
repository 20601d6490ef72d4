const COUNT = 10_000;
const numbers = Array.from({ length: COUNT }, (_, index) => index);

/** Ten thousand names, each to be looked for in ten thousand tables: many seconds of work. */
export const EXPENSIVE = `SELECT ${numbers.map((n) => `total_${n}`).join(', ')} FROM ${numbers
  .map((n) => `sales.orders o${n}`)
  .join(', ')}`;
