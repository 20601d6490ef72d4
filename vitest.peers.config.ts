import { mergeConfig } from 'vitest/config';
import { defineCircle } from './vitest.config.js';

export default mergeConfig(defineCircle('peer'), {
  test: {
    globalSetup: ['test/peers/testing/prepare.ts'],
    // Most of the time is spent in processes that wait for each other.
    maxWorkers: 2,
  },
});
