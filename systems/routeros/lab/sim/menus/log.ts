import type { Journal, Menu, Row } from '../menu.js';

/** As many lines as RouterOS keeps in memory unless told. */
const KEPT_LINES = 1000;

export interface Log extends Menu {
  readonly write: Journal;
  /** Add that many lines of daily life, and keep them all. */
  fill(lines: number): void;
}

const DAILY = [
  ['dhcp,info', 'defconf assigned 10.0.0.20 for 48:A9:8A:00:00:20 laptop'],
  ['interface,info', 'ether4 link up (speed 1G, full duplex)'],
  ['system,info,account', 'user admin logged in from 10.0.0.20 via winbox'],
  [
    'firewall,info',
    'input: in:ether2 out:(unknown 0), proto TCP (SYN), 203.0.113.9:4431->10.0.2.1:22',
  ],
  ['dns,warning', 'cache full, not storing'],
] as const;

/** `/log`: what happened on the device, oldest first. */
export function createLog(now: () => number): Log {
  let rows: Row[] = [];
  let kept = KEPT_LINES;
  let lastId = 0;
  const write: Journal = (topics, message) => {
    const id = `*${(++lastId).toString(16).toUpperCase()}`;
    const time = new Date(now()).toISOString().slice(0, 19).replace('T', ' ');
    rows.push({ '.id': id, time, topics, message });
    if (rows.length > kept * 2) rows = rows.slice(-kept);
  };
  return {
    path: '/log',
    kind: 'list',
    rows: () => rows.slice(-kept),
    write,
    fill: (lines) => {
      kept += lines;
      for (let at = 0; at < lines; at++) {
        const [topics, message] = DAILY[at % DAILY.length] ?? DAILY[0];
        write(topics, message);
      }
    },
  };
}
