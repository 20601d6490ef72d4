import { LOG_LEVELS, type LogLevel } from '../context.js';
import type { Work } from '../request.js';
import { invalidParams, missing } from './params.js';

/** `logging/setLevel`: from which level on the client wants to hear. */
export const setLevel: Work = ({ client, params }) => {
  const { level } = params;
  if (level === undefined) throw invalidParams(missing('level'));
  if (!isLogLevel(level)) throw invalidParams(`level: one of ${LOG_LEVELS.join(', ')}`);
  client.logLevel = level;
  return {};
};

export function isLogLevel(level: unknown): level is LogLevel {
  return LOG_LEVELS.includes(level as LogLevel);
}
