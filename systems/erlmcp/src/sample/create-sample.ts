import { erlmcp, erlmcpContract } from '@errata/catalogs/erlmcp';
import { versionOf } from '@errata/edges/service';
import { systemToolFailures } from '@errata/catalogs/hosts';
import {
  createKit,
  fileResources,
  httpResource,
  type Kit,
  type KitOptions,
  type Prompt,
  type Resource,
  type ResourceTemplate,
} from '@errata/kit';
import { calculate, ExpressionError, parseExpression } from './expression.js';
import { adminMethods } from './admin.js';
import { INSTRUCTIONS, TOOLS } from './tools.js';

const AUDIENCES = ['child', 'engineer', 'mathematician', 'student'] as const;

/** Asks a model to explain a calculation, with what it comes to. */
const explainCalculation: Prompt = {
  name: 'explain-calculation',
  description: 'Explains step by step how an expression is calculated.',
  arguments: [
    { name: 'expression', description: 'Such as (1 + 2) * 3 ^ 2', required: true },
    {
      name: 'audience',
      description: 'Who it is explained to; default: a student',
      complete: (typed) => AUDIENCES.filter((audience) => audience.startsWith(typed)),
    },
  ],
  messages: ({ expression = '', audience = 'student' }) =>
    `Explain step by step to a ${audience} how ${expression} is calculated. It comes to ${resultOf(expression)}.`,
};

function resultOf(expression: string): number {
  try {
    return calculate(parseExpression(expression, () => false));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw erlmcp.INVALID_PARAMS({ details: `arguments.expression: ${error.message}` });
  }
}

export interface SampleOptions extends Pick<
  KitOptions,
  'deadline' | 'rate' | 'maxMessageBytes' | 'onFault' | 'onCall' | 'redactor'
> {
  /** `rpc`, `tool` or `by-host` (the default): where the failure of a tool goes up to 2025-11-25. */
  readonly toolFailures?: Parameters<typeof systemToolFailures>[0];
  /** A folder whose files are resources. */
  readonly root?: string;
  /** What the resource `upstream:report` is fetched from. */
  readonly upstream?: string;
  /** Whether clients may add and remove tools. */
  readonly admin?: boolean;
}

/** A calculator with files and a prompt. It offers resources only if it was given some. */
export function createSample(options: SampleOptions = {}): Kit {
  const { root, upstream, admin = false, toolFailures, ...rest } = options;
  const surface = systemToolFailures(toolFailures);
  const resources = resourcesOf(root, upstream);
  const kit: Kit = createKit({
    contract: erlmcpContract,
    ...rest,
    ...(surface && { toolFailures: surface }),
    name: 'erlmcp',
    version: versionOf(new URL('../../package.json', import.meta.url)),
    title: 'Calculator and files',
    instructions: INSTRUCTIONS,
    tools: TOOLS,
    prompts: [explainCalculation],
    ...(resources.length > 0 && { resources }),
    ...(admin && { methods: adminMethods(() => kit) }),
  });
  return kit;
}

function resourcesOf(
  root: string | undefined,
  upstream: string | undefined,
): readonly (Resource | ResourceTemplate)[] {
  return [
    ...(root === undefined ? [] : [fileResources({ root, name: 'files' })]),
    ...(upstream === undefined
      ? []
      : [httpResource({ uri: 'upstream:report', url: upstream, name: 'report' })]),
  ];
}
