import { measureServers } from './measure-servers.js';
import { formatTable } from './table.js';

/**
 * @typedef {'stdio' | 'http'} Transport
 * @typedef {{ cpu: import('./interleave.js').Samples, rates: import('./interleave.js').Samples }} Measured
 * @typedef {Omit<import('./measure-servers.js').Entry, 'transport'>} Row
 */

const QUICK = { seconds: 4, sliceMs: 8, warmMs: 20, minRounds: 2 };

/**
 * A suite of whole servers over stdio and HTTP, one process each.
 * @template {import('./stdio-load.js').Case} C
 * @param {object} suite
 * @param {string} suite.name
 * @param {string} suite.about
 * @param {{ seconds: number, warmMs: number }} suite.full
 * @param {Readonly<Record<Transport, readonly Row[]>>} suite.entries
 * @param {import('./measure-servers.js').Work<C>} suite.work
 * @param {(transport: Transport, measured: Measured) => string} suite.describe
 * @param {(transport: Transport, measured: Measured) => unknown} suite.toJson
 * @param {() => { text: string, json: Record<string, unknown> }} [suite.more] What is measured beside the servers.
 * @returns {import('./suite.js').Suite}
 */
export function serverSuite({ name, about, full, entries, work, describe, toJson, more }) {
  return {
    name,
    about,
    async run({ quick, seconds, signal, progress }) {
      const plan = quick ? QUICK : { sliceMs: 25, minRounds: 5, ...full };
      const text = [];
      /** @type {Record<string, unknown>} */
      const json = {};
      for (const transport of /** @type {const} */ (['stdio', 'http'])) {
        progress(`${transport}: starting and warming up`);
        const rows = entries[transport].map((entry) => ({ ...entry, transport }));
        const measured = await measureServers(rows, work, {
          ...plan,
          seconds: (seconds ?? plan.seconds) / 2,
          signal,
          onProgress: (done) => progress(`${transport} ${Math.round(done * 100)} %`),
        });
        text.push(describe(transport, measured));
        json[transport] = toJson(transport, measured);
      }
      progress('the rest');
      const rest = more?.();
      if (rest !== undefined) text.push(rest.text);
      return { text: text.join('\n\n\n'), json: { [name]: { ...json, ...rest?.json } } };
    },
  };
}

/**
 * A row for each server, a column for each case.
 * @param {Transport} transport
 * @param {readonly Row[]} entries
 * @param {readonly string[]} cases
 * @param {(caseName: string, name: string) => string} cell
 */
export function tableOf(transport, entries, cases, cell) {
  return formatTable([
    [transport, ...cases],
    ...entries.map(({ name, installed }) =>
      installed?.() === false
        ? [name, 'not installed']
        : [name, ...cases.map((each) => cell(each, name))],
    ),
  ]);
}

/**
 * Figures by case and server.
 * @template {Row} E
 * @param {readonly E[]} entries
 * @param {readonly string[]} cases
 * @param {(caseName: string, entry: E) => unknown} figures
 */
export function byCase(entries, cases, figures) {
  return Object.fromEntries(
    cases.map((each) => [
      each,
      Object.fromEntries(entries.map((entry) => [entry.name, figures(each, entry)])),
    ]),
  );
}
