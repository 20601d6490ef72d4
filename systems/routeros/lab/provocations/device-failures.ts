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
    example: {
      message: 'Rate Limited',
      data: {
        mcp_error_code: 'RATE_LIMITED',
        details: "Too many <requests> to device '<device>'",
        device_id: '<device>',
        retry_after: '<seconds>',
        limit: '<limit>',
        current_count: '<count>',
        suggestion: 'Wait <seconds> seconds and retry. This is likely a temporary issue.',
      },
    },
    async provoke({ admin }) {
      const ping = () =>
        admin.callTool('tool/ping', { device_id: 'dev-pinged-01', address: '127.0.0.1', count: 1 });
      for (let sent = 0; sent < 10; sent++) await ping();
      return ping();
    },
  },
  {
    reason: 'TIMEOUT',
    cause: 'The device answers seconds too late',
    lane: 'dev-slow-01',
    example: {
      message: 'Timeout',
      data: {
        mcp_error_code: 'TIMEOUT',
        details: 'REST call to device timed out after 5.0 seconds',
        device_id: 'dev-slow-01',
        timeout_seconds: 5,
        operation: 'GET /rest/system/resource',
        tool_name: 'system/get-overview',
        retry_after: 60,
      },
    },
    provoke(world) {
      world.router('dev-slow-01').setDelay(30_000);
      return overviewOf(world, 'dev-slow-01');
    },
  },
  {
    reason: 'DEVICE_UNREACHABLE',
    variant: 'stopped',
    cause: 'The device is switched off: nothing listens on its port',
    example: {
      message: 'Device Unreachable',
      data: {
        mcp_error_code: 'DEVICE_UNREACHABLE',
        details: 'Connection refused to <address>',
        device_id: 'dev-down-01',
        management_address: '<address>',
        error_type: 'ECONNREFUSED',
        routeros_error: 'connect ECONNREFUSED <address>',
        retry_after: 60,
        suggestion: 'Wait 60 seconds and retry. This is likely a temporary issue.',
        suggestions: [
          'Wait 60 seconds and retry',
          'Check device is powered on and network is accessible',
          'Use registry/update to update management address if changed',
        ],
      },
    },
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
    cause: 'The password was changed on the device',
    example: {
      message: 'Device Authentication Failed',
      data: {
        mcp_error_code: 'DEVICE_AUTH_FAILED',
        details: 'HTTP 401 Unauthorized from RouterOS',
        device_id: 'dev-password-01',
        credential_kind: 'routeros_rest',
        suggestion: 'Check device credentials or rotate keys',
        suggestions: [
          'Check device credentials are correct',
          'Use registry/rotate-credentials to update credentials',
          'Verify user has access to device in RouterOS',
        ],
      },
    },
    provoke(world) {
      world.router('dev-password-01').setPassword('changed-on-the-router');
      return overviewOf(world, 'dev-password-01');
    },
  },
  {
    reason: 'DEVICE_ERROR',
    variant: 'rejected',
    cause: 'The device has no address with this id and returns 404',
    example: {
      message: 'Device Error',
      data: {
        mcp_error_code: 'DEVICE_ERROR',
        details: 'RouterOS error: <error>',
        device_id: 'dev-lab-01',
        routeros_error: '<error>',
        operation: 'GET /rest/ip/address/*99',
        suggestion: 'Check device configuration or parameters',
      },
    },
    provoke: ({ admin }) =>
      admin.callTool('ip/get-address', { device_id: 'dev-lab-01', address_id: '*99' }),
  },
  {
    reason: 'DEVICE_ERROR',
    variant: 'failed',
    cause: 'The device has an internal error and returns 500',
    fields: ['device_id', 'routeros_error', 'operation'],
    provoke(world) {
      world.router('dev-broken-01').failWith(500);
      return overviewOf(world, 'dev-broken-01');
    },
  },
  {
    reason: 'DEVICE_ERROR',
    variant: 'ignored',
    cause: 'The device accepts a change and does not make it',
    example: {
      message: 'Device Error',
      data: {
        details:
          'The device accepted the change but did not make it: DNS servers: expected <expected>, found <actual>',
        expected: '<expected>',
        actual: '<actual>',
        device_id: 'dev-deaf-01',
      },
    },
    provoke(world) {
      world.router('dev-deaf-01').ignoreWrites(true);
      const dns_servers = ['192.0.2.53'];
      return world.admin.callTool('dns/update-servers', { device_id: 'dev-deaf-01', dns_servers });
    },
  },
  {
    reason: 'DEVICE_UNSUPPORTED',
    variant: 'version',
    cause: 'The device runs RouterOS 7.8, and the tool needs 7.10',
    example: {
      message: 'Device Unsupported',
      data: {
        mcp_error_code: 'DEVICE_UNSUPPORTED',
        details: 'RouterOS version too old for this operation',
        device_id: 'dev-old-01',
        routeros_version: '7.8',
        required_version: '7.10+',
        tool: 'system/get-ntp-status',
      },
    },
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
    example: {
      message: 'Invalid Configuration',
      data: {
        mcp_error_code: 'INVALID_CONFIGURATION',
        details: 'Cannot add IP address: interface is disabled',
        device_id: 'dev-interface-01',
        interface: 'ether4',
        interface_status: 'disabled',
      },
    },
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
