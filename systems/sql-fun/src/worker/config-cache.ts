import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  CONFIG_FILE,
  createExposure,
  readProjectConfig,
  toExposureRules,
  type Exposure,
  type ProjectConfig,
} from '../policy/index.js';

/** The config of a project, and what MCP may see by it. */
export interface KnownConfig {
  readonly config: ProjectConfig;
  readonly exposure: Exposure;
}

interface Kept extends KnownConfig {
  readonly stamp: string;
}

/** So many projects are kept. */
const MOST = 16;

/** Keeps the configs of the last few projects, for as long as their files do not change: the file is the truth. */
export class ConfigCache {
  private readonly projects = new Map<string, Kept>();

  async get(project: string): Promise<KnownConfig> {
    const stamp = stampOf(join(project, CONFIG_FILE));
    const known = this.projects.get(project);
    if (known !== undefined && known.stamp === stamp) return known;
    this.projects.delete(project);
    const config = await readProjectConfig(project);
    const exposure = createExposure(toExposureRules(config), config.searchPath);
    const made = { config, exposure, stamp: stamp ?? '' };
    const [oldest] = this.projects.keys();
    if (this.projects.size >= MOST) this.projects.delete(oldest!);
    // Where nobody can say how it is, it is read again.
    if (stamp !== undefined) this.projects.set(project, made);
    return made;
  }
}

function stampOf(file: string): string | undefined {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return 'absent';
    return [stats.mtimeNs, stats.ctimeNs, stats.size, stats.ino].join('-');
  } catch {
    return undefined;
  }
}
