import { createRedactor } from '@errata/core';
import { cpuNanoseconds } from '../../lib/cpu.js';
import { median } from '../../lib/statistics.js';
import { formatNumber, formatTable } from '../../lib/table.js';

const SECRETS = Array.from({ length: 20 }, (_, i) => `${i}-Zk93-device-password-${i * 7919}`);
const none = createRedactor();
const some = createRedactor({ secrets: SECRETS });

const REPLY =
  '{"mcp_error_code":"DEVICE_UNREACHABLE","details":"Connection refused to 192.168.1.1:443","device_id":"dev-lab-01","suggestion":"Wait 60 seconds and retry."}';
const LOG = '12:30:01 system,error login failure for user admin from 10.0.0.7 via ssh\n';

/**
 * What is redacted: a text that is repeated, by whom, and the text before and behind it.
 * @type {readonly { name: string, unit: string, redactor?: import('@errata/core').Redactor, head?: string, tail?: string }[]}
 */
const KINDS = [
  { name: 'clean reply', unit: REPLY },
  { name: 'clean reply, 20 secrets', unit: REPLY, redactor: some },
  { name: 'log with one password', unit: LOG, head: 'password=hunter2 ' },
  {
    name: 'log with one password, 20 secrets',
    unit: LOG,
    head: 'password=hunter2 ',
    redactor: some,
  },
  { name: 'pairs', unit: 'user=bob password=hunter2 ' },
  { name: 'registered secrets', unit: `${SECRETS[7]} `, redactor: some },
  { name: 'token:[ and backslashes', unit: '\\', head: 'token:[' },
  { name: '@tcp(', unit: '@tcp(' },
  { name: '://, then @a', unit: '://', tail: '@a' },
  { name: 'pwd=/', unit: 'pwd=/' },
  { name: '-----BEGIN', unit: '-----BEGIN' },
  { name: 'password:', unit: 'password:' },
  { name: 'eyJ.', unit: 'eyJ.' },
];
const SIZES = [1_000, 10_000, 100_000, 1_000_000];

/**
 * CPU time of redaction per byte: a row that does not rise is linear.
 * @type {import('../../lib/suite.js').Suite}
 */
export const redaction = {
  name: 'redaction',
  about: 'redaction per byte, of clean and of hostile texts',
  async run({ quick, seconds, signal, progress }) {
    const sizes = quick ? SIZES.slice(0, 3) : SIZES;
    const milliseconds = ((seconds ?? (quick ? 3 : 20)) * 1000) / (KINDS.length * sizes.length);
    /** @type {Record<string, number[]>} */
    const costs = {};
    for (const { name, unit, redactor = none, head = '', tail = '' } of KINDS) {
      progress(name);
      costs[name] = sizes.map((size) => {
        signal.throwIfAborted();
        const text = head + unit.repeat(Math.ceil(size / unit.length)) + tail;
        return costPerByte(() => redactor.redact(text), milliseconds) / text.length;
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
    const rows = Object.entries(costs).map(([name, row]) => [
      name,
      ...row.map((cost) => formatNumber(cost, 2)),
    ]);
    const title = ['', ...sizes.map((size) => (size < 1_000_000 ? `${size / 1000} kB` : '1 MB'))];
    return {
      text: `CPU time per byte, ns: a row that does not rise is linear\n\n${formatTable([title, ...rows])}`,
      json: { redaction: { bytes: sizes, nsPerByte: costs } },
    };
  },
};

/**
 * The median of at least three rounds of a millisecond or more.
 * @param {() => unknown} work
 * @param {number} milliseconds
 */
function costPerByte(work, milliseconds) {
  let count = 1;
  while (time(work, count) < 1e6) count *= 2;
  const samples = [];
  const end = performance.now() + milliseconds;
  do samples.push(time(work, count) / count);
  while (samples.length < 3 || performance.now() < end);
  return median(samples);
}

/**
 * @param {() => unknown} work
 * @param {number} count
 */
function time(work, count) {
  const before = cpuNanoseconds();
  for (let i = 0; i < count; i++) work();
  return cpuNanoseconds() - before;
}
