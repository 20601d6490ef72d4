import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { systemToolFailures } from '@errata/catalogs/hosts';
import {
  createKit,
  fileResources,
  httpResource,
  type Kit,
  type KitOptions,
  type Resource,
  type ResourceTemplate,
} from '@errata/kit';
import { versionOf } from '@errata/edges/service';
import { adminMethods } from './admin/admin-methods.js';
import { explainCalculation } from './explain-calculation.js';
import { TOOLS } from './tools/index.js';

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

/** A calculator with files and a prompt. It offers resources only where it was given some. */
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
    instructions: 'Calculate with the tools instead of in your head.',
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
