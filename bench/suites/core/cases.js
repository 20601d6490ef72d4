/**
 * One kind of request, as a pool of texts that differ in id and values: nobody may profit from seeing the same text again.
 * @typedef {{ name: CaseName, texts: readonly string[] }} Case
 *
 * @typedef {'success' | 'unknown-method' | 'invalid-params' | 'domain-error' | 'truncated-json' | 'malformed-json'} CaseName
 */

const POOL = 256;

/** @returns {Case[]} */
export function createCases() {
  return [
    pool('success', (n) => toolCall(n, 'device/status')),
    pool('unknown-method', (n) => request(n, 'device/reboot_all', parameters(n, 'device/status'))),
    pool('invalid-params', (n) =>
      request(n, 'tools/call', {
        name: 'device/configure',
        arguments: { ...parameters(n, '').arguments, device_id: `lab ${n}`, attempt: -1 },
      }),
    ),
    pool('domain-error', (n) => toolCall(n, 'device/connect')),
    // Cut anywhere, as a closed pipe or a full buffer does; the cuts of the pool are spread evenly over the text.
    pool('truncated-json', (n) => {
      const text = toolCall(n, 'device/connect');
      return text.slice(0, 1 + Math.floor((n / POOL) * (text.length - 1)));
    }),
    // Broken inside and whole at both ends: nothing short of parsing finds it.
    pool('malformed-json', (n) => toolCall(n, 'device/connect').replace('"attempt"', 'attempt')),
  ];
}

/**
 * @param {number} n
 * @param {string} tool
 */
export function toolCall(n, tool) {
  return request(n, 'tools/call', parameters(n, tool));
}

/**
 * @param {number} n
 * @param {string} tool
 */
function parameters(n, tool) {
  return {
    name: tool,
    arguments: {
      device_id: `dev-lab-${1000 + n}`,
      interface: `ether${1 + (n % 48)}`,
      management_address: `198.51.100.${n % 256}`,
      attempt: 1 + (n % 9),
    },
  };
}

/**
 * @param {number} n
 * @param {string} method
 * @param {object} params
 */
function request(n, method, params) {
  return JSON.stringify({ jsonrpc: '2.0', id: 10_000 + n, method, params });
}

/**
 * @param {CaseName} name
 * @param {(n: number) => string} create
 * @returns {Case}
 */
function pool(name, create) {
  return { name, texts: Array.from({ length: POOL }, (_, n) => asReceived(create(n))) };
}

/**
 * The text as a transport would hand it over: decoded from bytes, and so a flat string without history.
 * @param {string} text
 */
export function asReceived(text) {
  return Buffer.from(text).toString();
}
