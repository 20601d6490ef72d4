import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isInstalled } from '../../lib/fastmcp.js';
import { installedTree } from '../../lib/installed-tree.js';
import { formatNumber, formatTable } from '../../lib/table.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What somebody who installs the kit gets. */
const OURS = ['kit', 'edges', 'catalogs', 'core'];

/** The kit takes this share of what SDK v2 takes. */
const GOAL = 0.1;

/** @typedef {{ packages: number, bytes: number }} Size */

/**
 * Bytes on disk of a package and of everything that it brings along; null if it is not installed.
 * @returns {Record<string, Size | null>}
 */
export function measureSizes() {
  return {
    kit: ourSize(),
    'sdk-v1': installedTree('@modelcontextprotocol/sdk', ROOT),
    'sdk-v2': installedTree('@modelcontextprotocol/server', ROOT),
    fastmcp: isInstalled() ? installedTree('fastmcp', `${ROOT}test/peers/`) : null,
  };
}

/** What `npm pack` would put into our packages: in the workspace they are links to folders with much more in them. */
function ourSize() {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const workspaces = OURS.flatMap((name) => ['--workspace', `packages/${name}`]);
  const output = execFileSync('npm', [...args, ...workspaces], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  /** @type {{ unpackedSize: number }[]} */
  const packed = JSON.parse(output.toString());
  return {
    packages: packed.length,
    bytes: packed.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0),
  };
}

/** @param {Record<string, Size | null>} sizes */
export function describeSizes(sizes) {
  const rows = Object.entries(sizes).map(([name, size]) =>
    size === null
      ? [name, 'not installed']
      : [name, String(size.packages), formatNumber(size.bytes / 1e6, 2)],
  );
  const share = (sizes['kit']?.bytes ?? NaN) / (sizes['sdk-v2']?.bytes ?? NaN);
  return [
    'Installed, with everything that it brings along',
    formatTable([['', 'packages', 'MB'], ...rows]),
    `Goal: ${GOAL} × SDK v2\n  ${share <= GOAL ? 'met   ' : 'missed'}  kit: ${formatNumber(share, 2)} × sdk-v2`,
  ].join('\n\n');
}
