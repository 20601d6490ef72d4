import { line } from '../schemas.js';

/** The name of an address list. */
export const listName = line.min(1).max(100);
