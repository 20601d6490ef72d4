import { forbidRole, inReach, mayCall } from '../access/index.js';
import { DEVICE_ID } from '../registry/device.js';
import { oneLine } from '../safety/one-line.js';
import { getOverview } from '../tools/system/get-overview.js';
import { asJson, resourceNotFound, type Resource } from './resource.js';

const PATTERN = /^device:\/\/([^/?#]+)\/overview$/;

/** What a device is, and how it is doing: the facts of system/get-overview, for whoever may call it. */
export const deviceOverview: Resource = {
  name: 'device-overview',
  title: 'Device overview',
  description:
    'Identity, RouterOS version, uptime, CPU and memory of a device, as system/get-overview tells them.',
  mimeType: 'application/json',
  uriTemplate: 'device://{id}/overview',
  matches: (uri) => deviceOf(uri) !== undefined,
  async list({ registry, settings, user }) {
    if (!mayCall(user, getOverview)) return [];
    const devices = await registry.list({ environment: settings.environment });
    return devices
      .filter(({ id }) => inReach(user, id))
      .map(({ id, name }) => ({
        uri: `device://${id}/overview`,
        name: `${id}-overview`,
        title: `Overview of ${oneLine(name)}`,
      }));
  },
  async read(uri, context) {
    const id = deviceOf(uri);
    if (id === undefined) throw resourceNotFound(uri);
    if (!mayCall(context.user, getOverview)) throw forbidRole(context.user, getOverview);
    const device = await context.admit(id);
    const { signal = new AbortController().signal } = context;
    const router = context.fleet.connect(device, { signal });
    const { facts } = await getOverview.run(
      { device_id: id },
      { ...context, signal, device, router, progress: () => {} },
    );
    return asJson(facts);
  },
};

function deviceOf(uri: string): string | undefined {
  const id = PATTERN.exec(uri)?.[1];
  return id !== undefined && DEVICE_ID.test(id) ? id : undefined;
}
