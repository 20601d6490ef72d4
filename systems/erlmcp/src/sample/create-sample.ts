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
  /** A folder whose files are resources. */
  readonly root?: string;
  /** What the resource `upstream:report` is fetched from. */
  readonly upstream?: string;
  /** Whether clients may add and remove tools. */
  readonly admin?: boolean;
}

/** A calculator with files and a prompt. It offers resources only where it was given some. */
export function createSample({ root, upstream, admin = false, ...rest }: SampleOptions = {}): Kit {
  const resources = resourcesOf(root, upstream);
  const kit: Kit = createKit({
    ...rest,
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
