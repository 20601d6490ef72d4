/**
 * What `run.js` runs. A suite measures, then gives its figures twice: as text to read and as members of the JSON line.
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} about One line for `--help`.
 * @property {(options: SuiteOptions) => Promise<SuiteReport>} run
 *
 * @typedef {object} SuiteOptions
 * @property {boolean} quick Few rounds: to see that it works, not to quote.
 * @property {number | undefined} seconds How long to measure; the suite knows a good default.
 * @property {AbortSignal} signal Aborted by Ctrl-C.
 * @property {(text: string) => void} progress
 *
 * @typedef {object} SuiteReport
 * @property {string} text
 * @property {Record<string, unknown>} json
 */
export {};
