import type { Answer, Provocation } from '@errata/prove';
import type { DeviceName } from './fleet.js';
import type { RouterosWorld } from './world.js';

type Provoke = Provocation<RouterosWorld>;

const overviewOf = ({ admin }: RouterosWorld, device_id: DeviceName): Promise<Answer> =>
  admin.callTool('system/get-overview', { device_id });

/** −32006…−32013: what the device, or the way to it, makes of a call. */
export const DEVICE_FAILURES: readonly Provoke[] = [
  {
    reason: 'RATE_LIMITED',
    cause: 'The eleventh ping to a device within a minute',
    fields: ['device_id', 'retry_after', 'limit', 'current_count'],
    async provoke({ admin }) {
      const ping = () =>
        admin.callTool('tool/ping', { device_id: 'dev-pinged-01', address: '127.0.0.1', count: 1 });
      for (let sent = 0; sent < 10; sent++) await ping();
      return ping();
    },
  },
  {
    reason: 'TIMEOUT',
    cause: 'The device takes the request and answers seconds too late',
    fields: ['device_id', 'timeout_seconds', 'operation'],
    provoke(world) {
      world.router('dev-slow-01').setDelay(30_000);
      return overviewOf(world, 'dev-slow-01');
    },
  },
  {
    reason: 'DEVICE_UNREACHABLE',
    variant: 'stopped',
    cause: 'The device is switched off: nobody listens on its port',
    fields: ['device_id', 'management_address', 'error_type', 'retry_after'],
    async provoke(world) {
      await world.router('dev-down-01').stop();
      return overviewOf(world, 'dev-down-01');
    },
  },
  {
    reason: 'DEVICE_UNREACHABLE',
    variant: 'certificate',
    cause: 'The device shows another certificate than the pinned one',
    fields: ['device_id', 'management_address', 'error_type'],
    provoke(world) {
      world.router('dev-certificate-01').renewCertificate();
      return overviewOf(world, 'dev-certificate-01');
    },
  },
  {
    reason: 'DEVICE_AUTH_FAILED',
    cause: 'Somebody changed the password on the device',
    fields: ['device_id', 'credential_kind', 'suggestion'],
    provoke(world) {
      world.router('dev-password-01').setPassword('changed-on-the-router');
      return overviewOf(world, 'dev-password-01');
    },
  },
  {
    reason: 'DEVICE_ERROR',
    variant: 'rejected',
    cause: 'The device has no address with this id, and says 404',
    fields: ['device_id', 'routeros_error', 'operation'],
    provoke: ({ admin }) =>
      admin.callTool('ip/get-address', { device_id: 'dev-lab-01', address_id: '*99' }),
  },
  {
    reason: 'DEVICE_ERROR',
    variant: 'failed',
    cause: 'The device fails inside and answers 500',
    fields: ['device_id', 'routeros_error', 'operation'],
    provoke(world) {
      world.router('dev-broken-01').failWith(500);
      return overviewOf(world, 'dev-broken-01');
    },
  },
  {
    reason: 'DEVICE_UNSUPPORTED',
    variant: 'version',
    cause: 'The device runs RouterOS 7.8, and the tool needs 7.10',
    fields: ['device_id', 'routeros_version', 'required_version', 'tool'],
    provoke(world) {
      world.router('dev-old-01').setVersion('7.8');
      return world.admin.callTool('system/get-ntp-status', { device_id: 'dev-old-01' });
    },
  },
  {
    reason: 'DEVICE_UNSUPPORTED',
    variant: 'menu',
    cause: 'The package with the DHCP server is not installed on the device',
    fields: ['device_id', 'tool'],
    provoke(world) {
      world.router('dev-bare-01').removeMenu('/ip/dhcp-server');
      return world.admin.callTool('dhcp/list-leases', { device_id: 'dev-bare-01' });
    },
  },
  {
    reason: 'INVALID_CONFIGURATION',
    cause: 'The interface that the address is for is switched off',
    fields: ['device_id', 'interface', 'interface_status'],
    provoke(world) {
      world.router('dev-interface-01').disableInterface('ether4');
      return world.admin.callTool('ip/add-address', {
        device_id: 'dev-interface-01',
        address: '198.51.100.1/24',
        interface: 'ether4',
      });
    },
  },
];
