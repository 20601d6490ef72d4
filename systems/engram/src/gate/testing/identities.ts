import type { Identity } from '../../access/token-list.js';

const own = (user: string): Identity => ({ user, speaksForOthers: false });

/** Members, each with a token of their own. */
export const ANN = own('ann');
export const BOB = own('bob');

/** An administrator. */
export const ROOT = own('root');

/** Nobody knows these two. */
export const EVE = own('eve');
export const MALLORY = own('mallory');

/** A token that several share: only `actor` says who is asking. */
export const SOMEBODY: Identity = { user: undefined, speaksForOthers: true };
