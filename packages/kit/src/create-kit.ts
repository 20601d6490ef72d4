import {
  A_FUNCTION,
  A_LIST,
  A_STRING,
  AN_AMOUNT,
  AN_OBJECT,
  assertContract,
  assertOptions,
  FALSE,
  MILLISECONDS,
  MODERN,
  type AllowedOptions,
} from '@errata/core/internal';
import { KitConnection } from './connection/kit-connection.js';
import { KitState } from './connection/generations.js';
import type { Kit, KitOptions } from './kit.js';
import { Offer } from './offer/offer.js';

/** A server, apart from any wire. Throws VALIDATION_FAILED where something that it is to offer breaks a rule. */
export function createKit(options: KitOptions): Kit {
  assertOptions('createKit', options, KIT_OPTIONS);
  if (options.contract !== undefined) assertContract(options.contract);
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

const KIT_OPTIONS: AllowedOptions<KitOptions> = {
  ...{ name: [A_STRING], version: [A_STRING], title: [A_STRING], instructions: [A_STRING] },
  ...{ contract: [], toolFailures: ['rpc', 'tool', 'by-host'], eras: [A_LIST], tools: [A_LIST] },
  ...{ resources: [A_LIST], prompts: [A_LIST], methods: [AN_OBJECT], validator: [AN_OBJECT] },
  ...{ deadline: [MILLISECONDS], rate: [AN_OBJECT], pageSize: [AN_AMOUNT] },
  ...{ maxMessageBytes: [AN_AMOUNT], redactor: [AN_OBJECT], expose: [A_FUNCTION] },
  ...{ onMasked: [FALSE, A_FUNCTION], onFault: [A_FUNCTION], onCall: [A_FUNCTION] },
};
