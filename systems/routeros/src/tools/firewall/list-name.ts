import { z } from 'zod';

/** The name of an address list. */
export const listName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\x00-\x1f\x7f]+$/, 'Name of an address list (e.g., mcp-blocked)');
