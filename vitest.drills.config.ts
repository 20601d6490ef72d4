import { defineCircle } from './vitest.config.js';

export default defineCircle('drill');
