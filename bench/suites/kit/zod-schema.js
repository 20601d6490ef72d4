import { z } from 'zod';

/** Made once: a server that is built for each request need not pay for it each time. */
export const inputSchema = z.object({
  a: z.number(),
  b: z.number(),
  label: z.string().min(1).max(80),
});
