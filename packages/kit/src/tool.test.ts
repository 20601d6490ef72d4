import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createKit, defineTool } from './index.js';

describe('defineTool', () => {
  it('gives the arguments of a tool the type of its JSON Schema', () => {
    const tool = defineTool({
      name: 'move',
      inputSchema: {
        type: 'object',
        properties: {
          to: { type: 'string' },
          steps: { type: 'integer' },
          way: { enum: ['up', 'down'] },
          tags: { type: 'array', items: { type: 'string' } },
          at: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] },
        },
        required: ['to', 'at'],
      },
      run(args) {
        expectTypeOf(args.to).toEqualTypeOf<string>();
        expectTypeOf(args.steps).toEqualTypeOf<number | undefined>();
        expectTypeOf(args.way).toEqualTypeOf<'up' | 'down' | undefined>();
        expectTypeOf(args.tags).toEqualTypeOf<readonly string[] | undefined>();
        expectTypeOf(args.at.x).toEqualTypeOf<number>();
        // @ts-expect-error no such argument
        return String(args.from);
      },
    });
    expect(createKit({ name: 'a', version: '1', tools: [tool] }).tool('move')).toBe(tool);
  });

  it('gives them the output type of a Standard Schema', () => {
    const tool = defineTool({
      name: 'count',
      input: z.object({ to: z.number() }),
      run(args) {
        expectTypeOf(args).toEqualTypeOf<{ to: number }>();
        return String(args.to);
      },
    });
    expect(tool.name).toBe('count');
  });
});
