import { byHost } from '@errata/catalogs/hosts';
import { defaultContract, mcp, mcpContract, withMcp } from '@errata/catalogs/mcp';
import {
  DEFAULT_LIMITS,
  ignoringErrors,
  type Limits,
  MODERN,
  objectOrEmpty,
  type ToolFailures,
  type ToolSurface,
  type Call,
  ERA_RULES,
} from '@errata/core/internal';
import {
  type Condition,
  type Contract,
  createRedactor,
  createServer,
  createView,
  type Era,
  ERAS,
  type Fault,
  type Redactor,
  type Server,
} from '@errata/core';
import { observeMasked } from '@errata/edges/process';
import type { KitOptions } from '../kit.js';
import { MCP_METHODS, methodsOf } from '../methods/table.js';
import type { ListKind, Offer } from '../offer/offer.js';
import type { Client } from '../call-context.js';
import { PeerBuckets } from '../peer-buckets.js';
import { TokenBucket } from '../token-bucket.js';
import type { Subscription } from './subscription.js';

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

  /** The revision of a connection before its first message. */
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
        method === 'tools/call' ? offer.deadlineOf(objectOrEmpty(params)['name']) : undefined,
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

/** Numbers and data of these belong to 2026-07-28, whatever a contract calls them. */
const SPECIFIED: ReadonlySet<Condition> = new Set<Condition>([
  'unsupported-version',
  'missing-client-capability',
]);

/** A contract that leaves the failures with numbers of their own in 2026-07-28 to the specification. */
export function withSpecified(contract: Contract): Contract {
  const of = (fault: Fault): Contract => (isSpecified(fault) ? mcpContract : contract);
  return {
    ...contract,
    bare: false,
    number: (fault, era) => of(fault).number(fault, era),
    message: (fault, view) => of(fault).message(fault, view),
    details: (fault, view) => of(fault).details(fault, view),
    payload: (fault, view) => of(fault).payload(fault, view),
    data: (fault, view) => of(fault).data(fault, view),
    adopt: (fault) => of(fault).adopt(fault),
    protocolFault: (condition, context, given) =>
      (SPECIFIED.has(condition) ? mcpContract : contract).protocolFault(condition, context, given),
  };
}

function isSpecified({ domain, condition }: Fault): boolean {
  return domain === mcp.domain && condition !== undefined && SPECIFIED.has(condition);
}

/** The state that all connections of a kit share. */
export class KitState {
  readonly offer: Offer;
  readonly generations: Generations;
  /** Connections after their handshake, which get change notifications. */
  readonly clients = new Set<Client>();
  readonly subscriptions = new Set<Subscription>();
  readonly #options: KitOptions;
  readonly #peers: PeerBuckets | undefined;
  readonly #changed = new Set<ListKind>();

  constructor(options: KitOptions, offer: Offer) {
    this.#options = options;
    this.offer = offer;
    this.generations = new Generations(options, offer);
    this.#peers = options.rate && new PeerBuckets(options.rate);
    offer.onChange = (kind) => this.#announce(kind);
  }

  /** A bucket for one connection, if there is a rate limit. */
  createBucket(): TokenBucket | undefined {
    const { rate } = this.#options;
    return rate && new TokenBucket(rate);
  }

  /** The bucket of a caller without a connection. */
  bucketOf(auth: unknown): TokenBucket | undefined {
    return this.#peers?.of(auth);
  }

  /** Reports a request that never reached a handler. */
  answered({ method, fault }: Call): void {
    const { onCall } = this.#options;
    if (onCall !== undefined)
      ignoringErrors(() => onCall({ method, milliseconds: 0, ...(fault && { fault }) }));
  }

  endSubscriptions(): void {
    for (const subscription of [...this.subscriptions]) subscription.finish();
  }

  /** Many changes at once give one notification. */
  #announce(kind: ListKind): void {
    if (this.clients.size === 0 && this.subscriptions.size === 0) return;
    if (this.#changed.size === 0) queueMicrotask(() => this.#tellChanges());
    this.#changed.add(kind);
  }

  #tellChanges(): void {
    const kinds = [...this.#changed];
    this.#changed.clear();
    for (const kind of kinds) {
      for (const client of this.clients) client.tell(`notifications/${kind}/list_changed`);
      for (const subscription of this.subscriptions) subscription.listChanged(kind);
    }
  }
}
