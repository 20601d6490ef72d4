import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { peersFolder } from './installed.js';

export const OPENMEMORY_PY = 'openmemory-py==1.3.2';
export const venvFolder = `${peersFolder}node_modules/.openmemory-py`;

/** A Python that has openmemory-py: $ERRATA_OPENMEMORY_PYTHON, or the one that install.js made. */
export function findOpenMemoryPython() {
  const python = process.env['ERRATA_OPENMEMORY_PYTHON'] ?? `${venvFolder}/bin/python`;
  if (!existsSync(python)) return undefined;
  const check = spawnSync(python, ['-c', 'import openmemory, uvicorn'], { cwd: '/' });
  return check.status === 0 ? python : undefined;
}
