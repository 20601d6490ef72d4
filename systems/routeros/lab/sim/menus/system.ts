import { formatDuration } from '../values.js';
import { addressOrName, flag, listOf, matching, oneOf } from '../fields.js';
import { type Menu, type SimRow, Table } from '../table.js';
import { createRecord } from '../record.js';
import type { Site } from './interfaces.js';

const MEMORY = 1024 * 1024 * 1024;

function createResource(site: Site, version: () => string): Menu {
  const show = (row: SimRow): SimRow => {
    const seconds = site.uptime();
    return {
      ...row,
      'cpu-load': String(3 + ((Math.floor(seconds / 5) + site.index) % 7)),
      'free-memory': String(Math.floor(MEMORY * 0.75) - (Math.floor(seconds) % 600) * 4096),
      uptime: formatDuration(seconds),
      version: version(),
    };
  };
  return createRecord({
    path: '/system/resource',
    noun: 'resource',
    journal: site.journal,
    show,
    initial: {
      'architecture-name': 'arm64',
      'board-name': 'CHR',
      'build-time': '2024-11-26 12:09:40',
      cpu: 'ARM64',
      'cpu-count': '4',
      'cpu-frequency': '1400',
      'free-hdd-space': '101363712',
      platform: 'MikroTik',
      'total-hdd-space': '134217728',
      'total-memory': String(MEMORY),
    },
  });
}

function createPackages(site: Site, version: () => string): Menu {
  const built = { 'build-time': '2024-11-26 12:09:40', size: '12582912' };
  return new Table({
    path: '/system/package',
    noun: 'package',
    fields: {},
    journal: site.journal,
    rows: [{ name: 'routeros', ...built, disabled: 'false', scheduled: '' }],
    show: (row) => ({ ...row, version: version().split(' ')[0] ?? '' }),
  }).fixed();
}

const createClock = (site: Site): Menu =>
  createRecord({
    path: '/system/clock',
    noun: 'clock',
    journal: site.journal,
    initial: {
      'dst-active': 'false',
      'gmt-offset': '+00:00',
      'time-zone-autodetect': 'true',
      'time-zone-name': 'UTC',
    },
    fields: {
      'time-zone-name': matching(/^[A-Za-z_+-]+(?:\/[A-Za-z0-9_+-]+)*$/),
      'time-zone-autodetect': flag,
    },
    show: (row) => {
      const [date = '', time = ''] = new Date(site.now()).toISOString().split('T');
      return { date, ...row, time: time.slice(0, 8) };
    },
  });

const createNtpClient = (site: Site): Menu =>
  createRecord({
    path: '/system/ntp/client',
    noun: 'ntp client',
    journal: site.journal,
    initial: {
      enabled: 'true',
      mode: 'unicast',
      servers: '162.159.200.1,162.159.200.123',
      vrf: 'main',
    },
    fields: {
      enabled: flag,
      mode: oneOf('unicast', 'broadcast', 'manycast', 'multicast'),
      servers: listOf(addressOrName),
      vrf: oneOf('main'),
    },
    show: (row) => {
      const [server = ''] = (row['servers'] ?? '').split(',');
      if (row['enabled'] !== 'true') return { ...row, status: 'stopped' };
      if (server === '') return { ...row, status: 'waiting' };
      return {
        ...row,
        'freq-drift': '0.12 PPM',
        status: 'synchronized',
        'synced-server': server,
        'synced-stratum': '3',
        'system-offset': `${(0.2 + (site.index % 5) / 10).toFixed(3)} ms`,
      };
    },
  });

/** The menus under `/system`. */
export function createSystem(site: Site, version: () => string): readonly Menu[] {
  const identity = createRecord({
    path: '/system/identity',
    noun: 'identity',
    journal: site.journal,
    initial: { name: site.name },
    fields: { name: matching(/^.{1,64}$/) },
  });
  return [
    createResource(site, version),
    identity,
    createPackages(site, version),
    createClock(site),
    createNtpClient(site),
  ];
}
