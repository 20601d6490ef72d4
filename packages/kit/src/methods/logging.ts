import { isLogLevel, LOG_LEVELS } from '@errata/core/internal';
import type { Work } from '../request.js';
import { wrong } from './params.js';

/** `logging/setLevel`: from which level on the client wants to hear. */
export const setLevel: Work = ({ client, params }) => {
  const { level } = params;
  if (!isLogLevel(level)) throw wrong('level', `one of ${LOG_LEVELS.join(', ')}`, level);
  client.logLevel = level;
  return {};
};
