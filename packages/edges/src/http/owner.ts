import { objectOrEmpty } from '@errata/core/internal';
import type { HttpHead } from './http-messages.js';

/** Who a request comes from. */
export interface HttpCaller {
  /** The owner of the sessions that it may use; undefined if sessions have no owner. */
  readonly owner: string | undefined;
  /** Who its places count for: the user, or the address; empty if neither is known. */
  readonly holder: string;
  /** The caller is authorized but has no identity, so it cannot open a session. */
  readonly nameless: boolean;
}

export interface CallerOptions {
  readonly authorize?: unknown;
  readonly ownerOf?: ((auth: unknown) => string) | false;
  readonly trustProxy?: boolean | number;
}

/** The message if the owner of sessions is not configured. Clients get it too: it has no secrets. */
export const NO_OWNER =
  'The server cannot tell whose session this is: authorize has to return sub, user.id or id, or the ownerOf option has to name the owner';

/** Finds the owner of a request. */
export function createCallerOf(
  options: CallerOptions,
): (head: HttpHead, auth: unknown) => HttpCaller {
  const { authorize, ownerOf, trustProxy = false } = options;
  if (ownerOf !== undefined && ownerOf !== false && typeof ownerOf !== 'function') {
    throw new TypeError('ownerOf has to be a function from auth to the owner, or false');
  }
  const proxies = Number(trustProxy);
  if (!Number.isInteger(proxies) || proxies < 0) {
    throw new TypeError('trustProxy has to be true, false, or the number of proxies in front');
  }
  return (head, auth) => {
    const unbound =
      ownerOf === false || (ownerOf === undefined && !authorize && auth === undefined);
    const owner = typeof ownerOf === 'function' ? nameOf(ownerOf(auth)) : defaultOwner(auth);
    return {
      owner: unbound ? undefined : owner,
      holder: owner === undefined ? addressOf(head, proxies) : `user ${owner}`,
      nameless: owner === undefined && !unbound,
    };
  };
}

/** Never the token, which changes when it is refreshed; and never the client, which many users share. */
function defaultOwner(auth: unknown): string | undefined {
  const { sub, iss, user, id } = objectOrEmpty(auth);
  // OpenID Connect Core §2: `sub` is unique within its issuer only.
  return (
    ownerBy('sub', sub, iss) ?? ownerBy('user', objectOrEmpty(user)['id']) ?? ownerBy('id', id)
  );
}

/** The same value in another member or of another type is another owner. */
function ownerBy(member: string, value: unknown, issuer?: unknown): string | undefined {
  const name = nameOf(value);
  const within = typeof issuer === 'string' ? [issuer] : [];
  return name === undefined ? undefined : JSON.stringify([member, typeof value, name, ...within]);
}

function nameOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Empty where the adapter does not know the address. */
function addressOf(head: HttpHead, proxies: number): string {
  const forwarded = proxies === 0 ? undefined : head.header('x-forwarded-for');
  // Each proxy adds the address that it saw at the end; what is before those came from the client.
  const address = forwarded === undefined ? undefined : network(forwarded.split(',').at(-proxies));
  return address ?? network(head.address) ?? '';
}

/** An IPv4 address, or the /64 of an IPv6 address: a single host has all of that. */
export function network(text: string | undefined): string | undefined {
  const unbracketed = text?.trim().replace(/^\[(.*)\](:\d+)?$/, '$1') ?? '';
  const [address = ''] = unbracketed.split('%'); // without the zone
  const v4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/i.exec(address);
  if (v4 !== null) return v4[1];
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return undefined;
  const [front, back] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const zeros = 8 - groups(front).length - groups(back).length;
  const whole = [...groups(front), ...Array<string>(zeros).fill('0'), ...groups(back)];
  return `${whole.slice(0, 4).join(':')}::/64`;
}
