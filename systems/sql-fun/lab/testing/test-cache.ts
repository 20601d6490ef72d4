import process from 'node:process';
import { cacheFolder } from '../../src/databases/store.js';

/** One cache for all tests of a run, because an empty database takes seconds to make. */
export const TEST_CACHE = cacheFolder(process.env);
