import { peek } from '@errata/core/internal';

/** The name of an exception's class: all that the peer is told of it. */
export function classNameOf(thrown: unknown): string {
  const name = peek(peek(thrown, 'constructor'), 'name');
  // A class can be given any name at run time; only what looks like one is passed on.
  return typeof name === 'string' && /^[A-Za-z_$][\w$]{0,63}$/.test(name) ? name : 'Error';
}
