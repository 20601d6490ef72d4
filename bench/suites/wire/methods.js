import { statusOf, unreachable, violationsOf } from '../core/work.js';
import { devices } from './catalog.js';

/** The measured work as handlers of a core server; failures are returned, as the floor does. */
export const methods = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'bench', version: '1.0.0' },
  }),
  'notifications/initialized': () => undefined,
  /** @param {unknown} params */
  'tools/call': (params) => {
    const { name, arguments: given } = /** @type {import('../core/work.js').Params} */ (params);
    switch (name) {
      case 'device_status':
        return statusOf(given);
      case 'device_configure':
        return devices.INVALID_PARAMS(violationsOf(given));
      default:
        return devices.DEVICE_UNREACHABLE(unreachable(given));
    }
  },
};
