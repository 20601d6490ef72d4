import { closing, openedForEach } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { checkConnectivity } from './check-connectivity.js';

const device_id = 'dev-lab-01';
const lab = openedForEach(() => startLab());
const close = closing();

const check = () => lab.call(checkConnectivity, { device_id });

describe('registry/check-connectivity', () => {
  it('reports version, identity, latency and certificate', async () => {
    const { text, facts } = await check();
    expect(facts).toMatchObject({
      device_id,
      management_address: lab.router.address,
      reachable: true,
      usable: true,
      reason: null,
      next_steps: [],
      routeros_version: '7.16.2',
      identity: 'lab-router-01',
      tls_mode: 'pin',
      certificate: { sha256: lab.simulator.fingerprint, self_signed: true },
    });
    expect(facts['latency_ms']).toBeGreaterThanOrEqual(0);
    const [first, second] = text.split('\n');
    expect(first).toMatch(
      /^dev-lab-01 answers: RouterOS 7\.16\.2 as 'lab-router-01' at .+ in \d+ ms$/,
    );
    expect(second).toContain(`Certificate SHA-256 ${lab.simulator.fingerprint}, self-signed`);
    const device = await lab.services.registry.find(device_id);
    expect(device?.routeros_version).toBe('7.16.2');
  });

  it('reports a device that is off as a result', async () => {
    await lab.router.stop();
    const { text, facts } = await check();
    expect(facts).toMatchObject({
      reachable: false,
      usable: false,
      reason: 'DEVICE_UNREACHABLE',
      latency_ms: null,
      routeros_version: null,
      certificate: null,
    });
    expect(text).toMatch(
      /^dev-lab-01 cannot be reached: Connection refused to .+ \(DEVICE_UNREACHABLE\)/,
    );
    expect(facts['next_steps']).not.toEqual([]);
  });

  it('reports a device that never speaks TLS', async () => {
    const own = close(await startLab({ requestTimeout: 300 }));
    own.router.acceptOnly(true);
    const { facts } = await own.call(checkConnectivity, { device_id });
    expect(facts).toMatchObject({ reason: 'DEVICE_UNREACHABLE', certificate: null });
  });

  it('reports a device that answers too late', async () => {
    // Long enough for the TLS handshake on a busy machine.
    const own = close(await startLab({ requestTimeout: 5_000 }));
    own.router.setDelay(600_000);
    const { facts } = await own.call(checkConnectivity, { device_id });
    expect(facts).toMatchObject({ reachable: false, reason: 'TIMEOUT' });
    expect(facts['certificate']).toMatchObject({ sha256: own.simulator.fingerprint });
  });

  it('reports a device that does not let the service in', async () => {
    lab.router.setPassword('another one');
    const { text, facts } = await check();
    expect(facts).toMatchObject({ reachable: true, usable: false, reason: 'DEVICE_AUTH_FAILED' });
    expect(text).toMatch(
      /^dev-lab-01 answers, but cannot be used: HTTP 401 .+ \(DEVICE_AUTH_FAILED\)/,
    );
  });

  it('reports a device that fails', async () => {
    lab.router.failWith(500);
    expect((await check()).facts).toMatchObject({ reachable: true, reason: 'DEVICE_ERROR' });
  });

  it('shows the certificate that would have to be pinned', async () => {
    lab.router.renewCertificate();
    const { text, facts } = await check();
    expect(facts).toMatchObject({
      reachable: true,
      usable: false,
      reason: 'DEVICE_UNREACHABLE',
      certificate: { sha256: lab.router.fingerprint },
    });
    expect(lab.router.fingerprint).not.toBe(lab.simulator.fingerprint);
    expect(text).toMatch(/^dev-lab-01 answers, but cannot be used: The certificate of /);
    expect(text).toContain(`Certificate SHA-256 ${lab.router.fingerprint}, self-signed`);
    expect(text).toContain(`tls_fingerprint=${lab.router.fingerprint}`);
    // The reader has just called it.
    expect(text).not.toContain('registry/check-connectivity');
  });

  it('fails where there was no check at all', async () => {
    await lab.services.registry.update(device_id, { requests_per_minute: 1 });
    await lab.services.fleet.connect((await lab.services.registry.find(device_id))!).version();
    expect((await lab.fail(checkConnectivity, { device_id })).reason).toBe('RATE_LIMITED');
  });

  it('stops with its call', async () => {
    lab.router.acceptOnly(true);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(lab.call(checkConnectivity, { device_id }, { signal })).rejects.toThrow('enough');
  });
});
