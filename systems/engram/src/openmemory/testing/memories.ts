import type { NewMemory } from '../memory.js';

/** Something to remember. */
export const memoryOf = (content: string, more: Partial<NewMemory> = {}): NewMemory => ({
  content,
  user_id: 'alice',
  space: 'private:alice',
  ...more,
});
