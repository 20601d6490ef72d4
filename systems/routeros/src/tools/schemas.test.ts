import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  comment,
  deviceId,
  hostName,
  ipAddress,
  ipWithPrefix,
  limit,
  line,
  rowId,
  text,
} from './schemas.js';

const message = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('the pieces of inputs', () => {
  it('say what is expected in the words of the contract', () => {
    expect(message(deviceId, 'Dev 1')).toBe(
      'Valid device ID from registry (use registry/list to see options)',
    );
    const address = 'Valid IPv4 or IPv6 address (e.g., 192.168.1.1 or 2001:db8::1)';
    expect(message(ipAddress, '192.168.1.999')).toBe(address);
    expect(message(ipWithPrefix, '192.168.1.1')).toContain(address);
    expect(message(hostName, '192.168.1.999')).toContain(address);
  });

  it.each([
    [deviceId, 'dev-lab-01'],
    [ipAddress, '2001:db8::1'],
    [ipWithPrefix, '10.0.0.1/8'],
    [hostName, 'pool.ntp.org'],
    [hostName, '0.pool.ntp.org'],
    [hostName, '10.0.0.1'],
    [rowId, '*1F'],
    [line, 'a 🔑'],
    [text, 'two\nlines 🔑'],
  ])('take what is right', (schema, value) => {
    expect(schema.safeParse(value).success).toBe(true);
  });

  it.each([
    [deviceId, `${'x'.repeat(65)}`],
    [deviceId, '../x'],
    [ipAddress, '10.0.0.1/8'],
    [hostName, 'a..b'],
    [hostName, 'a b'],
    [hostName, `${'x'.repeat(64)}.net`],
    [rowId, '*1?x'],
    [line, 'two\nlines'],
    [line, 'half \ud83d'],
    [comment, '\udd11 half'],
    [text, 'half \ud83d'],
    [text, 'a\u0000b'],
  ])('do not take what is wrong', (schema, value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });

  it('a limit has a default and a bound', () => {
    const schema = limit(10, 5);
    expect(schema.parse(undefined)).toBe(5);
    expect([0, 11, 1.5].some((value) => schema.safeParse(value).success)).toBe(false);
  });
});
