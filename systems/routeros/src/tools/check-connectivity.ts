import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { isFault, type Fault } from '@errata/core';
import { z } from 'zod';
import { CertificateRefused } from '../device/device-faults.js';
import { parseAddress } from '../device/management-address.js';
import { TLS_MODES, type Device } from '../registry/device.js';
import { oneLine } from '../safety/addresses.js';
import { defineDeviceTool, type DeviceToolContext, type ValuesOf } from './tool.js';

/** The certificate that a device presents. */
const certificateFacts = z.strictObject({
  sha256: z.string().describe('For tls_fingerprint with tls_mode=pin'),
  subject: z.string(),
  issuer: z.string(),
  valid_from: z.string(),
  valid_to: z.string(),
  self_signed: z.boolean(),
});

type CertificateFacts = z.output<typeof certificateFacts>;

const NAME = 'registry/check-connectivity';

const output = {
  management_address: z.string(),
  reachable: z.boolean().describe('The device answered, whatever it said'),
  usable: z.boolean().describe('The service could sign in and read'),
  reason: z.string().nullable().describe('What the other tools fail with as long as this lasts'),
  details: z.string().nullable(),
  next_steps: z.array(z.string()),
  latency_ms: z.number().nullable().describe('Of one request, connecting included'),
  routeros_version: z.string().nullable(),
  identity: z.string().nullable(),
  tls_mode: z.enum(TLS_MODES),
  certificate: certificateFacts.nullable(),
};

type Check = ValuesOf<typeof output>;

// These are what a check is for. Anything else, such as RATE_LIMITED, means that there was no check.
const UNREACHABLE: ReadonlySet<string> = new Set(['DEVICE_UNREACHABLE', 'TIMEOUT']);
const UNUSABLE: ReadonlySet<string> = new Set([
  'DEVICE_AUTH_FAILED',
  'DEVICE_ERROR',
  'DEVICE_UNSUPPORTED',
]);

/** Whether the service can work with a device, and if not, why. */
export const checkConnectivity = defineDeviceTool({
  name: NAME,
  title: 'Check connectivity',
  description:
    'Check whether a device can be reached and signed in to. Shows latency, version and certificate. ' +
    'An unreachable device is a result, not an error. Use it after registry/add, and first when you troubleshoot.',
  output,
  run: async (_args, context) => {
    const { device, signal, settings } = context;
    const [found, certificate] = await Promise.all([
      probe(context),
      presentedCertificate(device, { timeout: settings.requestTimeout, signal }),
    ]);
    const { management_address, tls_mode } = device;
    const facts = { management_address, ...found, tls_mode, certificate };
    return { text: describe(device.id, facts), facts };
  },
});

type Probe = Omit<Check, 'management_address' | 'tls_mode' | 'certificate'>;

async function probe({ router, now }: DeviceToolContext): Promise<Probe> {
  const start = now();
  try {
    const { name = '' } = await router.read('/system/identity');
    const latency_ms = now() - start;
    const routeros_version = await router.version();
    const identity = oneLine(name);
    const well = { reachable: true, usable: true, reason: null, details: null, next_steps: [] };
    return { ...well, latency_ms, routeros_version, identity };
  } catch (thrown) {
    if (!isFault(thrown)) throw thrown;
    return failed(thrown);
  }
}

function failed(fault: Fault): Probe {
  const { reason, details, nextSteps, suggestions, suggestion } = fault;
  // Something answered, and showed a certificate.
  const reachable = UNUSABLE.has(reason) || fault.cause instanceof CertificateRefused;
  if (!reachable && !UNREACHABLE.has(reason)) throw fault;
  const advice = nextSteps ?? suggestions ?? (suggestion === undefined ? [] : [suggestion]);
  // That this tool tells more is advice for the others.
  const next_steps = advice.filter((step) => !step.includes(NAME));
  const unknown = { latency_ms: null, routeros_version: null, identity: null };
  return { reachable, usable: false, reason, details, next_steps, ...unknown };
}

function describe(id: string, check: Check): string {
  const { management_address, certificate } = check;
  const lines = check.usable
    ? [
        `${id} answers: RouterOS ${check.routeros_version} as '${check.identity}' at ${management_address} in ${check.latency_ms} ms`,
      ]
    : [
        `${id} ${check.reachable ? 'answers, but cannot be used' : 'cannot be reached'}: ${oneLine(check.details ?? '', 300)} (${check.reason})`,
        ...check.next_steps.map((step) => `- ${step}`),
      ];
  if (certificate !== null) {
    lines.push(
      `Certificate SHA-256 ${certificate.sha256}, ${certificate.self_signed ? 'self-signed' : `issued by ${certificate.issuer}`}, valid to ${certificate.valid_to}, judged by tls_mode=${check.tls_mode}`,
    );
  }
  return lines.join('\n');
}

/** What certificate a device presents, whether it is trusted or not: nothing is sent on this connection. Null if there is none. */
async function presentedCertificate(
  device: Device,
  { timeout, signal }: { readonly timeout: number; readonly signal: AbortSignal },
): Promise<CertificateFacts | null> {
  const { host, port } = parseAddress(device.management_address);
  const certificate = await new Promise<X509Certificate | undefined>((resolve) => {
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, rejectUnauthorized: false, ...servername });
    const stop = () => socket.destroy();
    const timer = setTimeout(stop, timeout);
    signal.addEventListener('abort', stop);
    socket.once('secureConnect', () => {
      resolve(socket.getPeerX509Certificate());
      stop();
    });
    // The request that is made beside this one reports why there is no connection.
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(undefined);
    });
  });
  return certificate === undefined ? null : toCertificateFacts(certificate);
}

function toCertificateFacts(certificate: X509Certificate): CertificateFacts {
  const { fingerprint256, subject, issuer, validFrom, validTo } = certificate;
  return {
    sha256: fingerprint256,
    subject: oneLine(subject ?? ''),
    issuer: oneLine(issuer ?? ''),
    valid_from: timeOf(validFrom),
    valid_to: timeOf(validTo),
    self_signed: certificate.checkIssued(certificate),
  };
}

/** ISO 8601, or the text itself where it is no time. */
function timeOf(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? oneLine(text) : time.toISOString();
}
