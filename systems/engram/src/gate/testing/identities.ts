import type { CallerIdentity } from '../../access/token-list.js';

const own = (user: string): CallerIdentity => ({ user, speaksForOthers: false });

/** Members, each with a token of their own. */
export const ANN = own('ann');
export const BOB = own('bob');

/** An administrator. */
export const ROOT = own('root');

/** These two are not registered. */
export const EVE = own('eve');
export const MALLORY = own('mallory');

/** A token that several share: only `actor` says who is asking. */
export const SOMEBODY: CallerIdentity = { user: undefined, speaksForOthers: true };
