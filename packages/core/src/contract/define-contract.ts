import { type CatalogInfo, projectNumber, standard } from '../catalog/index.js';
import {
  A_FUNCTION,
  AN_OBJECT,
  assertOptions,
  type AllowedOptions,
  type Condition,
  type Era,
  ERA_RULES,
} from '../era/index.js';
import {
  CONDITION_DOMAIN,
  type Definition,
  Fault,
  type FaultOptions,
  GENERIC,
  GENERIC_DOMAIN,
  TOOL_ERROR_DOMAIN,
} from '../fault/index.js';
import {
  type DataShape,
  declaredContext,
  FACTS_LAYOUT,
  factsOf,
  objectOrEmpty,
  plainShape,
  type ReadData,
  type ShapeView,
} from './shape.js';
import type { ToolWords } from './view.js';

/** How the failures of a catalog look on the wire. Every option but `catalog` has a default. */
export interface ContractOptions {
  /** The result of `defineCatalog`. */
  readonly catalog: CatalogInfo;
  /** The layout of the domain's own data. Default: the declared fields as they are. */
  readonly shape?: DataShape;
  /** Whether `error.data` is the shape's payload alone, or the facts with the payload inside (the default). */
  readonly rpcData?: 'payload' | 'facts';
  /** The text of `error.message`. Default: the details, because some hosts show models nothing else. */
  readonly message?: 'title' | 'details' | ((fault: Fault, view: ShapeView) => string);
  /** What happened, in the contract's language. Default: the fault's own details. */
  readonly details?: (fault: Fault, view: ShapeView) => string;
  /** What to do next, in the contract's language. Undefined leaves it to the fault. */
  readonly suggestion?: (fault: Fault) => string | undefined;
  /** The further steps in the text that a model reads. Undefined leaves them to the fault. */
  readonly steps?: (fault: Fault) => readonly string[] | undefined;
  /** The fixed words of the text that a model reads. Default: English. */
  readonly toolWords?: ToolWords;
  /** The text of a failure that MCP itself defines, such as −32022. Default: MCP's text. */
  readonly specified?: (fault: Fault, view: ShapeView) => Specified;
  /** Where the failure of a tool goes: an error object (`rpc`) or a result with `isError` (`tool`). Default: by era. */
  readonly toolFailures?: (era: Era) => 'rpc' | 'tool';
  /** How an unreadable id is written. Default: by era. */
  readonly unreadableId?: (era: Era) => 'null' | 'omit';
  /** Translates a failure of another domain into this one. Undefined leaves it to the condition, then to `unexpected`. */
  readonly adopt?: (foreign: Fault) => Fault | undefined;
}

/** The contract's text for a failure that MCP itself defines. MCP's number and members of `error.data` stay. */
export interface Specified {
  readonly message?: string;
  /** Members of `error.data` beside MCP's own. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** How a catalog looks on the wire: numbers, data, ids and surfaces, by era. */
export interface Contract {
  /** The failures that it declares. */
  readonly catalog: CatalogInfo;
  /** The layout of the domain's own data. */
  readonly shape: DataShape;
  /** The number of a fault in an era. */
  number(fault: Fault, era: Era): number;
  /** `error.message` of the rpc surface. */
  message(fault: Fault, view: ShapeView): string;
  /** Whether an error object is title and declared fields alone, so that most of its text can be made once. */
  readonly bare: boolean;
  /** What happened, for the first line that a model reads. */
  details(fault: Fault, view: ShapeView): string;
  /** What to do next; undefined leaves it to the fault. */
  readonly suggestion?: ContractOptions['suggestion'];
  /** The further steps in the text that a model reads; undefined leaves them to the fault. */
  readonly steps?: ContractOptions['steps'];
  /** The fixed words of the text that a model reads. */
  readonly toolWords?: ToolWords;
  /** The text of a failure that MCP itself defines. */
  readonly specified?: ContractOptions['specified'];
  /** The data of the domain: the content of `error.data`, and of the facts' `data` in a tool result. */
  payload(fault: Fault, view: ShapeView): Readonly<Record<string, unknown>> | undefined;
  /** `error.data` of the rpc surface. */
  data(fault: Fault, view: ShapeView): object | undefined;
  /** How `error.data` is laid out, for the exported schemas and references. */
  readonly layout: Pick<DataShape, 'envelope' | 'contextIn'>;
  /** Reads a peer's `error.data`: the payload alone, or the facts around it. */
  read(data: unknown): ReadData;
  /** Where the failure of a tool goes in an era. */
  toolFailures(era: Era): 'rpc' | 'tool';
  /** How an unreadable id is written in an era. */
  unreadableId(era: Era): 'null' | 'omit';
  /** The fault itself if this catalog declared it, else the fault of this catalog that replaces it. */
  adopt(fault: Fault): Fault;
  /** The catalog's definition for a condition, if it has one. */
  definitionFor(condition: Condition): Definition | undefined;
  /** The fault for a condition that the protocol layer found. Default: the standard one, where the catalog declares none. */
  protocolFault(
    condition: Condition,
    context: Record<string, unknown>,
    options?: FaultOptions,
  ): Fault;
}

/**
 * Say how the failures of a catalog look on the wire: numbers, `error.data`, ids, and which surface carries which failure, in every era.
 *
 * @example const contract = defineContract({ catalog: shop });
 */
export function defineContract(options: ContractOptions): Contract {
  const { catalog, shape = plainShape } = options;
  if (typeof catalog?.definition !== 'function') {
    throw new TypeError('defineContract({ catalog }) takes a catalog of defineCatalog');
  }
  assertOptions('defineContract', options, CONTRACT_OPTIONS);
  const literal = catalog.rules.numbers === 'literal';
  const byCondition = indexByCondition(catalog);
  const payload: Contract['payload'] = (fault, view) => shape.write(fault, view);
  const number: Contract['number'] = (fault, era) =>
    literal ? fault.code : projectNumber(fault.definition, fault.condition, era);
  const protocolFault: Contract['protocolFault'] = (condition, context, given) => {
    const definition =
      wordFor(condition, byCondition) ??
      standardByCondition.get(condition) ??
      RECOGNISED[condition] ??
      catalog.unexpected;
    return createWithDeclared(definition, context, given);
  };
  return {
    catalog,
    shape,
    number,
    message: messageOf(options.message ?? 'details'),
    // Only declared fields under a title: nothing of the reply depends on more than definition and context.
    bare: shape === plainShape && options.rpcData === 'payload' && options.message === 'title',
    details: options.details ?? ((fault) => thrownWords(fault) ?? fault.details),
    ...(options.suggestion && { suggestion: options.suggestion }),
    ...(options.steps && { steps: options.steps }),
    ...(options.toolWords && { toolWords: options.toolWords }),
    ...(options.specified && { specified: options.specified }),
    payload,
    data: (fault, view) =>
      unknownResource(fault, view) ??
      (options.rpcData === 'payload'
        ? withRef(fault, payload(fault, view))
        : factsOf(fault, number(fault, view.era), payload(fault, view))),
    layout: options.rpcData === 'payload' ? shape : FACTS_LAYOUT,
    read: (data) => readData(data, shape),
    toolFailures: options.toolFailures ?? ((era) => ERA_RULES[era].toolFailures),
    unreadableId: options.unreadableId ?? ((era) => ERA_RULES[era].unreadableId),
    adopt(fault) {
      const own = fault.domain === catalog.domain ? catalog.definition(fault.reason) : undefined;
      if (own === undefined) return adoptForeign(fault, options, byCondition, protocolFault);
      // Another copy of the same catalog declares the same failures, perhaps with other numbers.
      return own === fault.definition ? fault : new Fault(own, fault.context, carried(fault));
    },
    definitionFor: (condition) => byCondition.get(condition),
    protocolFault,
  };
}

const CONTRACT_OPTIONS: AllowedOptions<ContractOptions> = {
  ...{ catalog: [], shape: [AN_OBJECT], rpcData: ['payload', 'facts'], toolWords: [AN_OBJECT] },
  ...{ message: ['title', 'details', A_FUNCTION], details: [A_FUNCTION], suggestion: [A_FUNCTION] },
  ...{ steps: [A_FUNCTION], specified: [A_FUNCTION], toolFailures: [A_FUNCTION] },
  ...{ unreadableId: [A_FUNCTION], adopt: [A_FUNCTION] },
};

/** Plain JavaScript may hand over anything; a catalog is what is confused with a contract most. */
export function assertContract(contract: unknown): asserts contract is Contract {
  const { protocolFault, definition } = (contract ?? {}) as Record<string, unknown>;
  if (typeof protocolFault === 'function') return;
  throw new TypeError(
    typeof definition === 'function'
      ? 'contract is a catalog; say defineContract({ catalog })'
      : 'contract has to be one of defineContract({ catalog })',
  );
}

function messageOf(message: NonNullable<ContractOptions['message']>): Contract['message'] {
  if (typeof message === 'function') return message;
  return message === 'title'
    ? (fault) => fault.title
    : (fault) => fault.given.message ?? fault.details;
}

/** The message of this occurrence overrides the declared title. */
function thrownWords({ given: { details, message } }: Fault): string | undefined {
  return details === undefined ? message : undefined;
}

function readData(data: unknown, shape: DataShape): ReadData {
  const { domain, reason, recovery_strategy: strategy, data: payload } = objectOrEmpty(data);
  const facts = [domain, reason, strategy].every((member) => typeof member === 'string');
  return facts ? { ...shape.read(payload), reason: reason as string } : shape.read(data);
}

/** MCP 2026-07-28: −32602 with the URI and nothing else, by which clients tell it from other wrong params. */
function unknownResource(
  { condition, context }: Fault,
  { era }: ShapeView,
): { readonly uri: string } | undefined {
  if (condition !== 'resource-not-found' || ERA_RULES[era].offset === 0) return undefined;
  const { uri } = objectOrEmpty(context);
  return typeof uri === 'string' ? { uri } : undefined;
}

/** Undeclared failures are masked. Only the ref connects the reply with the log; some shapes have a member for it. */
function withRef(
  fault: Fault,
  payload: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (fault.given.masked !== true) return payload;
  const { ref } = fault;
  return payload !== undefined && Object.values(payload).includes(ref)
    ? payload
    : { ...payload, ref };
}

function adoptForeign(
  foreign: Fault,
  options: ContractOptions,
  byCondition: ReadonlyMap<Condition, Definition>,
  protocolFault: Contract['protocolFault'],
): Fault {
  const adopted = options.adopt?.(foreign);
  if (adopted !== undefined) return adopted;
  if (foreign.domain === CONDITION_DOMAIN) {
    return protocolFault(foreign.condition!, { ...foreign.context }, carried(foreign));
  }
  if (isOurs(foreign, byCondition)) return foreign;
  // Its thrower wrote the text for the caller.
  if (foreign.domain === TOOL_ERROR_DOMAIN) return foreign;
  // The five standard failures are everybody's, unless a catalog insists on words of its own.
  if (foreign.domain === standard.domain && standard.definition(foreign.reason)) return foreign;
  const context = declaredContext(foreign);
  const { effect, refIfUsed, condition } = foreign;
  const cause = foreign.cause ?? foreign;
  const given: { -readonly [K in keyof FaultOptions]: FaultOptions[K] } = { cause, effect };
  if (refIfUsed !== undefined) given.ref = refIfUsed;
  const definition = wordFor(condition, byCondition);
  if (definition !== undefined && isComplete(definition, context)) {
    if (isWorthRepeating(foreign)) given.details = foreign.details;
    return createWithDeclared(definition, context, given);
  }
  const { unexpected } = options.catalog;
  // A catalog that declares the unexpected has said what its data holds; to others the ref is added.
  given.masked = byCondition.get('unexpected') !== unexpected;
  return createWithDeclared(unexpected, context, given);
}

/**
 * What a foreign failure says of itself may name hosts and files that this catalog never declared; its own words have to do. Only what
 * is said about the caller's input, or by another catalog's author, is worth repeating.
 */
function isWorthRepeating({ domain, condition }: Fault): boolean {
  return domain !== GENERIC_DOMAIN || condition === 'validation';
}

/** This catalog's word for a condition, else the standard one where JSON-RPC or MCP names a standard code for it. */
function wordFor(
  condition: Condition | undefined,
  byCondition: ReadonlyMap<Condition, Definition>,
): Definition | undefined {
  if (condition === undefined) return undefined;
  const substitute = SUBSTITUTES[condition];
  return (
    byCondition.get(condition) ??
    (substitute && (byCondition.get(substitute) ?? standardByCondition.get(substitute)))
  );
}

/** A contract does not rename what it does not declare and what no handler threw: wrong arguments, a passed deadline, a rate. */
function isOurs(
  { definition, condition, cause }: Fault,
  byCondition: ReadonlyMap<Condition, Definition>,
): boolean {
  if (definition === (GENERIC.INVALID_INPUT as Definition))
    return !byCondition.has('validation') && !byCondition.has('invalid-params');
  // One with a cause was thrown.
  return condition !== undefined && definition === RECOGNISED[condition] && cause === undefined;
}

/** What the protocol layer decided itself, and so is not masked where a catalog has no word for it. */
const RECOGNISED: Readonly<Partial<Record<Condition, Definition>>> = {
  timeout: GENERIC.TIMEOUT as Definition,
  'rate-limited': GENERIC.RATE_LIMITED as Definition,
};

const SUBSTITUTES: Readonly<Partial<Record<Condition, Condition>>> = {
  'invalid-request': 'invalid-request',
  'not-initialized': 'invalid-request',
  'method-not-found': 'method-not-found',
  'invalid-params': 'invalid-params',
  validation: 'invalid-params',
  'unknown-tool': 'invalid-params',
  'resource-not-found': 'invalid-params',
  'prompt-not-found': 'invalid-params',
  'capability-not-supported': 'method-not-found',
};

/** Whether a context has every field that a definition requires. */
export function isComplete(definition: Definition, context: object): boolean {
  return definition.fields.every(({ name, required }) => !required || Object.hasOwn(context, name));
}

/** The options of the thrower, with the ref that was sent. */
function carried({ given, refIfUsed }: Fault): FaultOptions {
  return refIfUsed === undefined ? given : { ...given, ref: refIfUsed };
}

function createWithDeclared(
  definition: Definition,
  context: Record<string, unknown>,
  given?: FaultOptions,
): Fault {
  const declared: Record<string, unknown> = {};
  for (const { name } of definition.fields) {
    const value = context[name];
    if (value !== undefined) declared[name] = value;
  }
  return new Fault(definition, declared, given);
}

/** The first definition of each condition; where it depends on the occurrence, the one without any context counts. */
function indexByCondition(catalog: CatalogInfo): ReadonlyMap<Condition, Definition> {
  const index = new Map<Condition, Definition>();
  for (const definition of catalog.definitions) {
    const { condition } = new Fault(definition, {});
    if (condition !== undefined && !index.has(condition)) index.set(condition, definition);
  }
  return index;
}

const standardByCondition = indexByCondition(standard);
