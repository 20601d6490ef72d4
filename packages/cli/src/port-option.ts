import type { Option } from 'commander';
import { numberOption } from './number-option.js';

/** `--port <n>`, where 0 is any that is free. */
export function portOption(description: string): Option {
  return numberOption('--port <n>', description, { whole: true, max: 65_535 });
}
