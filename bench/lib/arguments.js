import { parseArgs } from 'node:util';

/**
 * @typedef {{ suites: string[], json: boolean, quick: boolean, help: boolean, seconds: number | undefined }} Arguments
 */

/** A mistake of the user: the message is shown without a stack. */
export class UsageError extends Error {}

/**
 * Read the command line.
 * @param {readonly string[]} given
 * @param {readonly string[]} known Names of the suites.
 * @returns {Arguments}
 */
export function parseArguments(given, known) {
  const { values, positionals } = readFlags(given);
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`there is no suite ${unknown}; there is ${known.join(', ')}`);
  }
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
  if (seconds !== undefined && !(seconds > 0)) {
    throw new UsageError(`--seconds takes a positive number, not ${values.seconds}`);
  }
  return {
    suites: positionals.length === 0 ? [...known] : [...new Set(positionals)],
    json: values.json,
    quick: values.quick,
    help: values.help,
    seconds,
  };
}

/** @param {readonly string[]} given */
function readFlags(given) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        seconds: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(/** @type {Error} */ (error).message);
  }
}
