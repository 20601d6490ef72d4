import { assertKeys, MODERN } from '@errata/core/internal';
import { KitConnection } from './connection/kit-connection.js';
import { KitState } from './connection/generations.js';
import type { Kit, KitOptions } from './kit.js';
import { Offer } from './offer/offer.js';

/** A server, apart from any wire. Throws VALIDATION_FAILED where something that it is to offer breaks a rule. */
export function createKit(options: KitOptions): Kit {
  assertKeys('createKit', options, OPTION_KEYS);
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

/** Complete by its type. */
const OPTION_KEYS = Object.keys({
  ...{ name: 0, version: 0, title: 0, instructions: 0, contract: 0, toolFailures: 0, eras: 0 },
  ...{
    tools: 0,
    resources: 0,
    prompts: 0,
    methods: 0,
    validator: 0,
    deadline: 0,
    rate: 0,
    pageSize: 0,
  },
  ...{ maxMessageBytes: 0, redactor: 0, expose: 0, onMasked: 0, onFault: 0, onCall: 0 },
} satisfies Record<keyof KitOptions, 0>);
