import type { Group } from '../case.js';

/** How much a violation hurts, by its group; the least number hurts most. */
export const SEVERITY: Readonly<Record<Group, number>> = {
  // The server ends, or falls mute.
  life: 0,
  process: 1,
  leaks: 2,
  silent: 3,
  framing: 4,
  lifecycle: 5,
  cancellation: 6,
  retry: 7,
  http: 8,
  methods: 9,
  arguments: 10,
  messages: 11,
  codes: 12,
  requests: 13,
  notifications: 14,
  batches: 15,
  ids: 16,
};
