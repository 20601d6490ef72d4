import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleArguments, spoilArguments } from './arguments.js';

/** Tools as authors write them: what zod publishes is read, and zod itself is the judge. */
const TOOLS = {
  'a search': z.strictObject({
    query: z.string().min(1).max(100),
    limit: z.int().min(1).max(50),
    sort: z.enum(['new', 'old']).optional(),
    tags: z.array(z.string()).max(3),
    exact: z.boolean().default(false),
  }),
  'a booking': z.object({
    id: z.string().regex(/^BK-\d{4}$/),
    when: z.iso.date(),
    guests: z.array(z.object({ name: z.string(), age: z.number().nonnegative() })).min(1),
    pay: z.discriminatedUnion('by', [
      z.object({ by: z.literal('card'), number: z.string() }),
      z.object({ by: z.literal('cash') }),
    ]),
    note: z.string().nullable(),
  }),
  'a chart': z.object({
    points: z.array(z.tuple([z.number(), z.number()])),
    labels: z.record(z.string(), z.string()),
    scale: z.union([z.literal('linear'), z.literal('log')]),
    size: z.number().multipleOf(0.5).gt(0).lt(10),
    link: z.url(),
  }),
};

describe.each(Object.entries(TOOLS))('%s in zod', (_, tool) => {
  it.each(['draft-07', 'draft-2020-12'] as const)(
    'takes samples, and no spoiled ones, of %s',
    (target) => {
      const schema = z.toJSONSchema(tool, { target, io: 'input' });
      expect(tool.safeParse(sampleArguments(schema)).success).toBe(true);
      const found = spoilArguments(schema);
      expect(found.length).toBeGreaterThan(12);
      for (const { args, why } of found) expect(tool.safeParse(args).success, why).toBe(false);
    },
  );
});
