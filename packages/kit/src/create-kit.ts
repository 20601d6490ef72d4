import { KitConnection } from './connection/kit-connection.js';
import { KitState } from './connection/kit-state.js';
import { MODERN } from './envelope.js';
import type { Kit, KitOptions } from './kit.js';
import { Offer } from './offer/offer.js';

/** A server, apart from any wire. Throws VALIDATION_FAILED where something that it is to offer breaks a rule. */
export function createKit(options: KitOptions): Kit {
  const offer = new Offer(options);
  const state = new KitState(options, offer);
  return {
    options,
    addTool: (tool) => offer.addTool(tool),
    tool: (name) => offer.tools.get(name)?.tool,
    removeTool: (name) => offer.removeTool(name),
    addResource: (resource) => offer.addResource(resource),
    removeResource: (uri) => offer.removeResource(uri),
    addPrompt: (prompt) => offer.addPrompt(prompt),
    removePrompt: (name) => offer.removePrompt(name),
    open(peer) {
      const { handshakes, modern } = state.generations;
      const { era } = peer;
      if (era !== undefined && !(era === MODERN ? modern : handshakes.includes(era))) {
        throw new TypeError(`this server does not speak ${era}`);
      }
      return new KitConnection(state, peer);
    },
    endSubscriptions: () => state.endSubscriptions(),
  };
}
