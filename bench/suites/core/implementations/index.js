/** @typedef {import('../implementation.js').Implementation} Implementation */

/**
 * Every implementation by name, in the order of the tables. Loaded one by one, because the memory of a process that has
 * loaded its peers too would say nothing.
 */
const LOADERS = {
  floor: async () => (await import('./floor.js')).floor,
  errata: async () => (await import('./errata.js')).errata,
  'json-rpc-2.0': async () => (await import('./json-rpc-2.0.js')).jsonRpc20,
  jayson: async () => (await import('./jayson.js')).jaysonServer,
  'vscode-jsonrpc': async () => (await import('./vscode-jsonrpc.js')).vscodeJsonrpc,
  'sdk-v1': async () => (await import('./sdk-v1.js')).sdkV1,
  'sdk-v2': async () => (await import('./sdk-v2.js')).sdkV2,
  'floor-async': async () => (await import('./floor.js')).floorAsync,
  'errata-async': async () => (await import('./errata.js')).errataAsync,
  'errata-facts': async () => (await import('./errata.js')).errataFacts,
  'errata-throw': async () => (await import('./errata.js')).errataThrow,
  'errata-mcp': async () => (await import('./errata.js')).errataMcp,
  'json-rpc-2.0-direct': async () => (await import('./json-rpc-2.0.js')).jsonRpc20Direct,
};

export const NAMES = /** @type {(keyof typeof LOADERS)[]} */ (Object.keys(LOADERS));

/**
 * @param {string} name
 * @returns {Promise<Implementation>}
 */
export function loadImplementation(name) {
  const load = LOADERS[/** @type {keyof typeof LOADERS} */ (name)];
  if (load === undefined) throw new Error(`no implementation ${name}`);
  return load();
}
