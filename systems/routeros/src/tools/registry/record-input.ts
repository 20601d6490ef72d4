import { z } from 'zod';
import { expectedAddress } from '../../device/management-address.js';
import { ENVIRONMENTS, TLS_MODES } from '../../registry/device.js';
import { line, text } from '../schemas.js';

// Without a flag: what is published is the pattern alone.
const FINGERPRINT = /^(?:[0-9A-Fa-f]{2}:?){31}[0-9A-Fa-f]{2}$/;

export const name = line
  .min(1)
  .max(100)
  .refine((text) => text.trim() === text, 'No spaces at the beginning or end')
  .describe('Such as lab-router-01; unique');

export const managementAddress = z
  .string()
  .max(260)
  .refine((text) => expectedAddress(text) === undefined, {
    error: ({ input }) => expectedAddress(input as string) ?? '',
  })
  .describe('Where the REST API of the device is: host or host:port; port 443 unless told');

export const username = line
  .min(1)
  .max(100)
  .regex(/^[^:]*$/, 'A name without a colon: HTTP would end it there')
  .describe('The RouterOS user that the service signs in as');

export const password = text.min(1).max(500).describe('Stored encrypted, never shown');

/** What registry/add and registry/update may say of a device beside name, address and credentials. */
export const recordSettings = {
  environment: z.enum(ENVIRONMENTS).optional(),
  tags: z.array(line.min(1).max(50)).max(20).optional(),
  allow_advanced_writes: z.boolean().optional(),
  allow_professional_workflows: z.boolean().optional(),
  allow_firewall_writes: z.boolean().optional(),
  allow_routing_writes: z.boolean().optional(),
  max_concurrent: z.int().min(1).max(20).optional().describe('Requests at the same time'),
  requests_per_minute: z.int().min(10).max(6000).optional(),
  tls_mode: z
    .enum(TLS_MODES)
    .optional()
    .describe(
      'How the certificate is judged: verify (system authorities), ca (tls_ca), pin (tls_fingerprint), insecure (not at all)',
    ),
  tls_fingerprint: z
    .string()
    .regex(FINGERPRINT, 'SHA-256 fingerprint: 64 hex digits, with or without colons')
    .optional(),
  tls_ca: text.max(100_000).optional().describe('PEM of the authority, for tls_mode=ca'),
};

/** `AB:CD:…`, however it was written. */
export function normaliseFingerprint(text: string): string {
  const digits = text.replaceAll(':', '').toUpperCase();
  return (digits.match(/../g) ?? []).join(':');
}
