import { byHost } from '@errata/catalogs/hosts';
import { defaultContract, withMcp } from '@errata/catalogs/mcp';
import {
  DEFAULT_LIMITS,
  type Limits,
  membersOf,
  MODERN,
  type ToolFailures,
  type ToolSurface,
} from '@errata/core/internal';
import {
  createView,
  ERA_RULES,
  type Contract,
  ERAS,
  type Era,
  createRedactor,
  type Redactor,
  createServer,
  type Server,
} from '@errata/core';
import { observeMasked } from '@errata/edges/process';
import type { KitOptions } from '../kit.js';
import { MCP_METHODS, methodsOf } from '../methods/table.js';
import type { Offer } from '../offer/offer.js';
import { withSpecified } from './specified-contract.js';

/** The default for the bytes of one message. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

/** The revisions that a kit speaks: a server for each, made when it is first spoken and shared by all connections. */
export class Generations {
  /** Newest first. */
  readonly handshakes: readonly Era[];
  readonly modern: boolean;
  readonly #options: KitOptions;
  readonly #offer: Offer;
  readonly contract: Contract;
  readonly #limits: Limits;
  readonly #redactor: Redactor;
  readonly #made = new Map<Era, Server>();

  constructor(options: KitOptions, offer: Offer) {
    const spoken = spokenEras(options.eras);
    this.#options = options;
    this.#offer = offer;
    this.contract = withMcp(options.contract ?? defaultContract);
    this.#limits = { ...DEFAULT_LIMITS, maxBytes: options.maxMessageBytes ?? MAX_MESSAGE_BYTES };
    this.#redactor = options.redactor ?? createRedactor();
    this.handshakes = spoken.filter((era) => era !== MODERN);
    this.modern = spoken.includes(MODERN);
    assertBeside(options.methods ?? {});
  }

  /** The revision that a connection is in before it has said anything. */
  get first(): Era {
    return this.handshakes[0] ?? MODERN;
  }

  of(era: Era): Server {
    const known = this.#made.get(era);
    if (known !== undefined) return known;
    const made = this.#make(era);
    this.#made.set(era, made);
    return made;
  }

  #make(era: Era): Server {
    const { handshakes } = this;
    const options = this.#options;
    const offer = this.#offer;
    const limits = this.#limits;
    const redactor = this.#redactor;
    const { onCall, expose, methods } = options;
    const usual = this.contract.toolFailures(era);
    // Revision 2026-07-28: clientInfo changes nothing, and failures of tools are results.
    const toolFailures = era === MODERN ? undefined : toSurface(options.toolFailures, usual);
    const contract = era === MODERN ? withSpecified(this.contract) : this.contract;
    const onFault = observeMasked(options.onFault, contract, options.onMasked);
    return createServer({
      ...{ contract, era, limits, redactor },
      methods: methodsOf({
        ...{ era, handshakes, offer },
        view: createView({ era, redactor }),
        ...{ contract, toolFailures },
        ...(methods && { methods }),
      }),
      deadline: (method, params) =>
        method === 'tools/call' ? offer.deadlineOf(membersOf(params)['name']) : undefined,
      ...(onFault && { onFault }),
      ...(onCall && { onCall }),
      ...(expose && { expose }),
      ...(toolFailures && { toolFailures }),
    });
  }
}

function toSurface(
  option: KitOptions['toolFailures'],
  usual: ToolSurface,
): ToolFailures | undefined {
  return option === 'by-host' ? (client) => byHost(client, usual) : option;
}

function spokenEras(eras: readonly Era[] = ERAS.filter((era) => ERA_RULES[era].mcp)): Era[] {
  const strange = eras.find((era) => !Object.hasOwn(ERA_RULES, era) || !ERA_RULES[era].mcp);
  if (strange !== undefined || eras.length === 0) {
    throw new TypeError('eras has to name revisions of MCP, at least one');
  }
  return [...new Set(eras)].sort().reverse();
}

function assertBeside(methods: object): void {
  const taken = Object.keys(methods).find((name) => MCP_METHODS.has(name));
  if (taken !== undefined) throw new TypeError(`methods: ${taken} is a method of MCP`);
}
