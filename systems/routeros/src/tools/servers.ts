import { parseCidr } from '../safety/addresses.js';
import { oneLine } from '../safety/one-line.js';

/** The servers of a value of RouterOS: `9.9.9.9,1.1.1.1`. */
export function splitServers(value: string | undefined): readonly string[] {
  return (value ?? '')
    .split(',')
    .map((server) => oneLine(server))
    .filter((server) => server !== '');
}

/** How a list of servers reads in a sentence. */
export function nameServers(servers: readonly string[]): string {
  return servers.length === 0 ? 'none' : servers.join(', ');
}

/** Whether two lists name the same servers in the same order: the order is who is asked first. */
export function sameServers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((server, index) => isSame(server, b[index] ?? ''));
}

/** Devices write addresses and names their own way: `2001:DB8:0::1` is `2001:db8::1`. */
function isSame(a: string, b: string): boolean {
  const [one, other] = [parseCidr(a), parseCidr(b)];
  if (one === undefined || other === undefined) return plainName(a) === plainName(b);
  return one.family === other.family && one.address === other.address;
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
