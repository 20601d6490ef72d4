// What the measured servers do besides protocol. Every implementation calls these same functions, so that only the layer
// between text and handler differs.

export const MESSAGES = {
  parse: 'Parse error',
  method: 'Method not found',
  params: 'Invalid params',
  unreachable: 'Device Unreachable',
  refused: 'Dump Refused',
};

export const CODES = {
  parse: -32700,
  method: -32601,
  params: -32602,
  unreachable: -32010,
  refused: -32011,
};

/**
 * @typedef {{ device_id: string, interface: string, management_address: string, attempt: number }} Arguments
 * @typedef {{ name: string, arguments: Arguments }} Params
 */

/**
 * The result of `device/status`: about as long as the request.
 * @param {Arguments} given
 */
export function statusOf(given) {
  return {
    content: [
      {
        type: /** @type {const} */ ('text'),
        text: `${given.interface} of ${given.device_id} is up`,
      },
    ],
    structuredContent: {
      device_id: given.device_id,
      interface: given.interface,
      link: 'up',
      speed_mbps: 1000,
      rx_errors: given.attempt,
      tx_errors: 0,
    },
  };
}

/**
 * What is wrong with the arguments of `device/configure`: always the same two fields, found by looking.
 * @param {Arguments} given
 */
export function violationsOf(given) {
  const errors = [];
  if (!/^dev-[a-z]+-[0-9]+$/.test(given.device_id)) {
    errors.push({ field: 'device_id', message: 'has to be like dev-lab-1' });
  }
  if (given.attempt < 1) errors.push({ field: 'attempt', message: 'has to be at least 1' });
  if (given.interface === '') errors.push({ field: 'interface', message: 'must not be empty' });
  return { errors };
}

/**
 * The eight fields of the domain error that `device/connect` ends with.
 * @param {Arguments} given
 */
export function unreachable(given) {
  return {
    device_id: given.device_id,
    management_address: given.management_address,
    port: 8729,
    error_type: 'ECONNREFUSED',
    attempts: given.attempt,
    elapsed_ms: 5003,
    retry_after: 60,
    last_seen: '2026-11-15T08:30:00Z',
  };
}

/**
 * A domain error whose data is as large as the request: what redaction and budget are for.
 * @param {Arguments & { records?: readonly object[] }} given
 */
export function refusedDump(given) {
  return { device_id: given.device_id, records: given.records ?? [] };
}

/** @type {(() => void)[]} */
let waiting = [];

/**
 * `device/wait`: unanswered until `releaseWaiting`, to have requests in flight.
 * @param {() => void} done
 */
export function wait(done) {
  waiting.push(done);
}

/** @returns {Promise<void>} */
export function waitForRelease() {
  return new Promise((resolve) => wait(() => resolve()));
}

/** How many requests wait: a library may take its time until it calls the handler. */
export const countWaiting = () => waiting.length;

export function releaseWaiting() {
  const released = waiting;
  waiting = [];
  for (const done of released) done();
}
