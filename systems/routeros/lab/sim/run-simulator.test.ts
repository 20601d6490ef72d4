import { once } from 'node:events';
import { atKeyboard, busyPort, closing } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { runSimulator, type RunSimulatorOptions } from './run-simulator.js';

const keep = closing();

const run = (options: RunSimulatorOptions) => atKeyboard((io) => runSimulator(options, io));

describe('the simulator at the keyboard', () => {
  it('reports how to reach the devices and to register the first', async () => {
    const { until, shown, stop, code } = run({ devices: 2 });
    await until('quit');
    expect(shown()).toContain('2 routers are listening.');
    const json = shown()
      .split('\n')
      .find((line) => line.startsWith('{'));
    const registration = JSON.parse(json ?? '') as Record<string, string>;
    expect(registration).toEqual({
      name: 'lab-router-01',
      management_address: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      environment: 'lab',
      username: 'admin',
      password: expect.any(String),
      tls_mode: 'pin',
      tls_fingerprint: expect.stringMatching(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/),
    });
    for (const value of [registration['management_address'], registration['password']]) {
      expect(shown().split(value ?? '?').length).toBe(3);
    }
    stop.abort();
    expect(await code).toBe(0);
  });

  it.each([
    ['2 show', '{"name":"lab-router-02","management_address":"127.0.0.1:'],
    ['1 stop', 'lab-router-01 stopped\n'],
    ['1 start', 'lab-router-01 listens on 127.0.0.1:'],
    ['2 slow 8000', 'lab-router-02 answers 8000 ms late\n'],
    ['2 slow 0', 'answers at once\n'],
    ['1 password x', 'lab-router-01 has the new password\n'],
    ['2 version 7.8', 'reports version 7.8 (stable)\n'],
    ['1 cut on', 'cuts its answers\n'],
    ['1 cut off', 'sends whole answers\n'],
    ['1 fail 500', 'fails with 500\n'],
    ['1 fail off', 'works again\n'],
    ['1 swallow on', 'swallows its answers to changes\n'],
    ['1 ignore on', 'accepts changes and makes none\n'],
    ['1 ignore off', 'makes changes again\n'],
    ['1 mute on', 'accepts connections and says nothing\n'],
    ['1 renew', 'has the certificate '],
    ['1 forget /ip/dns', 'has no /ip/dns any more\n'],
    ['1 disable ether2', 'has ether2 disabled\n'],
    ['1 log 10', 'has 11 lines in its log\n'],
    ['1 routes 10', 'has 15 routes\n'],
    ['1 chaos 20', 'lets 20 % of requests go wrong\n'],
    ['list', 'lab-router-02  127.0.0.1:'],
    ['help', '1 stop '],
    ['', '1 stop '],
    ['dance', '! Not done: there is no command "dance"; type help to see them all.\n'],
    ['3 stop', '! Not done: there is no device 3, only 1 to 2.\n'],
    ['0 stop', '! Not done: there is no device 0, only 1 to 2.\n'],
    ['1', '! Not done: expected after the 1 one of show, stop, start, slow'],
    ['1 dance', '! Not done: there is no command "dance" for a device, only show, stop'],
    ['1 slow', '! Not done: expected a number from 0 to 3600000, such as 1 slow 8000.\n'],
    ['1 cut', '! Not done: expected on or off, such as 1 cut on.\n'],
    ['1 forget', '! Not done: expected a menu, such as 1 forget /ip/dns.\n'],
    ['1 version', '! Not done: expected a version of RouterOS 7, such as 1 version 7.8.\n'],
    ['1 slow soon', '! Not done: expected a number from 0 to 3600000, not "soon".\n'],
    ['1 cut maybe', '! Not done: expected on or off, not "maybe".\n'],
    ['1 fail 200', '! Not done: expected a number from 400 to 599, not "200".\n'],
    ['1 password', '! Not done: expected the new password, such as 1 password x.\n'],
    ['1 version new', '! Not done: expected a version of RouterOS 7, not "new".\n'],
    ['1 forget dns', '! Not done: there is no menu "dns".\n'],
    ['1 disable eth0', '! Not done: expected one of ether1, ether2, ether3'],
    ['1 stop now', '! Not done: "stop" takes no argument: 1 stop.\n'],
    ['\u001b[31m', '! Not done: there is no command "[31m"'],
  ])('answers "%s"', async (line, answer) => {
    const { until, type, stop, code } = run({ devices: 2 });
    await until('quit');
    await type(line, answer);
    stop.abort();
    expect(await code).toBe(0);
  });

  it('fits on 80 columns but for what is to be copied, also after a certificate was renewed', async () => {
    const { until, type, shown, stop, code } = run({ devices: 250 });
    await until('quit');
    const narrow = (): void => {
      const wide = shown()
        .split('\n')
        .filter((line) => line.length > 80);
      expect(wide.filter((line) => !line.startsWith('{'))).toEqual([]);
    };
    const prints = () =>
      shown()
        .match(/^ *[0-9a-f]{64}$/gm)
        ?.map((line) => line.trim());
    narrow();
    expect(prints()).toHaveLength(1);
    await type('2 renew', 'has the certificate');
    await type('list', 'Below each');
    narrow();
    expect(prints()).toHaveLength(250);
    expect(new Set(prints())).toHaveLength(2);
    stop.abort();
    expect(await code).toBe(0);
  });

  it('works off lines in their order, and ends with quit', async () => {
    const { input, code, shown } = run({ devices: 1 });
    input.write('1 stop\n1 start\n1 slow 5\nquit\n1 stop\n');
    expect(await code).toBe(0);
    const said = shown()
      .split('\n')
      .filter((line) => line.startsWith('lab-router-01 '));
    expect(said).toEqual([
      'lab-router-01 stopped',
      expect.stringContaining('lab-router-01 listens on'),
      'lab-router-01 answers 5 ms late',
    ]);
  });

  it('goes on when the input ends', async () => {
    const { input, until, stop, code } = run({ devices: 1 });
    await until('quit');
    let over = false;
    void code.then(() => (over = true));
    input.end('list\n');
    await once(input, 'close');
    await new Promise(setImmediate);
    expect(over).toBe(false);
    stop.abort();
    expect(await code).toBe(0);
  });

  it('says why it cannot start', async () => {
    const { port } = keep(await busyPort());
    const { code, shown } = run({ devices: 1, port });
    expect(await code).toBe(1);
    expect(shown()).toMatch(/^! The simulator cannot start: .*EADDRINUSE/);
  });
});
