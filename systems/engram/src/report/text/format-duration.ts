import type { EngramLang } from '@errata/catalogs/engram';
import { formatCount } from './format-count.js';

const UNITS = {
  en: { day: 'd', hour: 'h', minute: 'min', second: 's' },
  zh: { day: '天', hour: '小时', minute: '分钟', second: '秒' },
} as const satisfies Record<EngramLang, object>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time in its two largest units: `2 h 5 min`. Minutes are told without seconds, a hundred days without hours. */
export function formatDuration(seconds: number, lang: EngramLang): string {
  const { day, hour, minute, second } = UNITS[lang];
  const whole = (unit: number, rest = seconds) => Math.floor(rest / unit);
  if (seconds < MINUTE) return `${seconds} ${second}`;
  if (seconds < HOUR) return `${whole(MINUTE)} ${minute}`;
  if (seconds < DAY) return join(whole(HOUR), hour, whole(MINUTE, seconds % HOUR), minute);
  if (seconds < 100 * DAY) return join(whole(DAY), day, whole(HOUR, seconds % DAY), hour);
  return `${formatCount(whole(DAY))} ${day}`;
}

function join(large: number, unit: string, small: number, smallUnit: string): string {
  return `${large} ${unit}${small === 0 ? '' : ` ${small} ${smallUnit}`}`;
}
