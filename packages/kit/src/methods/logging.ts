import { isLogLevel, LOG_LEVELS } from '@errata/core/internal';
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
