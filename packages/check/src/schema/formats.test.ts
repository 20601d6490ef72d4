import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleArguments } from './arguments.js';
import { samplesOfFormat, surelyHasFormat } from './formats.js';

const FORMATS = {
  uri: z.url(),
  email: z.email(),
  'date-time': z.iso.datetime(),
  date: z.iso.date(),
  duration: z.iso.duration(),
  uuid: z.uuid(),
  guid: z.guid(),
  ipv4: z.ipv4(),
  ipv6: z.ipv6(),
  cidrv4: z.cidrv4(),
  cidrv6: z.cidrv6(),
  base64: z.base64(),
  base64url: z.base64url(),
  e164: z.e164(),
  cuid: z.cuid(),
  cuid2: z.cuid2(),
  ulid: z.ulid(),
  xid: z.xid(),
  ksuid: z.ksuid(),
  nanoid: z.nanoid(),
  hostname: z.hostname(),
};

describe('a format', () => {
  it.each(Object.entries(FORMATS))('%s has a sample that zod takes', (name, schema) => {
    expect(schema.safeParse(samplesOfFormat(name)[0]).success).toBe(true);
  });

  it.each(Object.entries(FORMATS))('%s is satisfied as zod writes it', (_, a) => {
    const schema = z.object({ a });
    const sample = sampleArguments(z.toJSONSchema(schema));
    expect(schema.safeParse(sample).success).toBe(true);
  });

  it.each([
    ['uri', 'https://example.com/a', true],
    ['uri', 'example', false],
    ['date', '2024-02-28', true],
    ['date', '2024-02-31', false],
    ['date-time', '2024-05-01T10:00:00Z', true],
    ['uuid', 'no', false],
    ['ipv4', '10.0.0.1', true],
    ['ipv4', '300.0.0.1', false],
    ['iban', 'anything', false],
    ['constructor', 'anything', false],
  ])('%s is surely that of %j: %j', (name, text, is) => {
    expect(surelyHasFormat(text, name)).toBe(is);
  });
});
