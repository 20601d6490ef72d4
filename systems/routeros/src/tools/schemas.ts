import { z } from 'zod';
import { DEVICE_ID } from '../registry/device.js';
import { isAddress, oneLine, parseCidr } from '../safety/addresses.js';

const ADDRESS = 'Valid IPv4 or IPv6 address (e.g., 192.168.1.1 or 2001:db8::1)';
const ADDRESS_WITH_PREFIX = `${ADDRESS} with its prefix length (e.g., 192.168.1.1/24)`;
const NO_TEXT = 'Text without NUL and without halves of characters';
const HOST = `${ADDRESS} or host name`;

/** A whole number in a result. `z.int()` would publish the bounds of JavaScript, which say nothing of routers. */
export const whole = z.number().refine(Number.isSafeInteger).meta({ type: 'integer' });

/** Names the device that a tool works on. */
export const deviceId = z
  .string()
  .regex(DEVICE_ID, 'Valid device ID from registry (use registry/list to see options)')
  .describe('Device ID from the registry; registry/list shows them');

export const ipAddress = z.string().refine(isAddress, ADDRESS);

/** `192.0.2.1/24`: an address on an interface, or a network. */
export const ipWithPrefix = z
  .string()
  .refine((text) => text.includes('/') && parseCidr(text) !== undefined, ADDRESS_WITH_PREFIX);

/** An IPv4 address, or a network of them. */
export const ipv4Network = z
  .string()
  .refine(
    (text) => parseCidr(text)?.family === 4,
    'Valid IPv4 address or prefix (e.g., 192.0.2.1 or 192.0.2.0/24)',
  );

/** An address or a name, as RouterOS takes it for servers. */
export const hostName = z
  .string()
  .max(253, HOST)
  .refine((text) => isAddress(text) || isHostName(text), HOST);

/** The id of a row as RouterOS writes it. */
export const rowId = z
  .string()
  .regex(/^\*[0-9A-Fa-f]{1,16}$/, 'RouterOS item id (e.g., *1), as the listing tools show it');

// Spelled out: the pattern is published, and not every validator knows \p{Cc}.
const ONE_LINE = /^[^\x00-\x1f\x7f-\x9f]*$/;

/** Any text that can be stored and sent: databases keep no NUL, and half of a surrogate pair becomes another character. */
export const text = z
  .string()
  .regex(/^[^\x00]*$/, NO_TEXT)
  .refine(isWellFormed, NO_TEXT);

/** A text without line breaks and other control characters. */
export const line = z.string().regex(ONE_LINE, 'One line of text').refine(isWellFormed, NO_TEXT);

/** The name of an interface: whatever RouterOS allows. */
export const interfaceName = line.min(1).max(100).describe('Such as ether1');

/** A note that is stored on the device. */
export const comment = line.max(200);

export const dryRun = z.boolean().default(false).describe('Show the change without making it');

/** How many entries a listing gives at most. */
export function limit(max: number, byDefault: number) {
  return z.int().min(1).max(max).default(byDefault).describe('Maximum number of entries');
}

/** The members of a listing: how many there are, and those that were asked for. */
export function listed<Item extends z.ZodType>(item: Item) {
  return {
    total: whole.describe('How many there are, including those that are not listed'),
    items: z.array(item),
  };
}

/** What every result about a device starts with. */
export const deviceFacts = { device_id: z.string() };

/** What every result of a change says of itself. */
export const changeFacts = {
  dry_run: z.boolean().describe('True: nothing was changed'),
  changed: z.boolean().describe('Whether the device now is (or would be) different'),
};

function isWellFormed(given: string): boolean {
  return !/\p{Surrogate}/u.test(given);
}

function isHostName(text: string): boolean {
  const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
  // A last label of digits only is a mistyped address: 192.168.1.999.
  return new RegExp(`^(?:${label}\\.)*${label}$`).test(text) && !/(^|\.)\d+$/.test(text);
}

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
