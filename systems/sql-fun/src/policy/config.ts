import type { ExposureRules } from './exposure.js';

export const CONFIG_FILE = 'sql-fun.toml';

/** What `sql-fun.toml` says. Plain data. */
export interface ProjectConfig {
  /** The id of the schema that is selected at first. */
  readonly default: string;
  /** The schemas (namespaces) that unqualified names are looked for in. */
  readonly searchPath: readonly string[];
  /** Files by id, relative to the folder of the project, beside the `schema.<id>.sql` in it. */
  readonly schemas: Readonly<Record<string, string>>;
  readonly expose: ExposureRules['expose'];
  /** The major version of the server that queries are for. Default: what the header of the dump says. */
  readonly serverVersion?: number;
}

/** What holds where nothing is configured: MCP sees nothing. */
export const DEFAULT_CONFIG: ProjectConfig = {
  default: 'develop',
  searchPath: ['public'],
  schemas: {},
  expose: {},
};

/** What MCP may see of a project. */
export function toExposureRules(config: ProjectConfig): ExposureRules {
  return { expose: config.expose };
}
