/** Relations that come with widely used extensions; a dump names the extension and leaves them out. */
const RELATIONS: Readonly<Record<string, readonly string[]>> = {
  pg_stat_statements: ['pg_stat_statements', 'pg_stat_statements_info'],
  pg_buffercache: ['pg_buffercache', 'pg_buffercache_summary', 'pg_buffercache_usage_counts'],
  postgis: ['spatial_ref_sys', 'geometry_columns', 'geography_columns'],
  postgis_raster: ['raster_columns', 'raster_overviews'],
  hypopg: ['hypopg_list_indexes', 'hypopg_hidden_indexes'],
  pg_wait_sampling: ['pg_wait_sampling_current', 'pg_wait_sampling_profile'],
};

/** The schemas that extensions make for themselves. */
const SCHEMAS: Readonly<Record<string, readonly string[]>> = {
  pg_cron: ['cron'],
  postgis_topology: ['topology'],
  postgis_tiger_geocoder: ['tiger', 'tiger_data'],
  timescaledb: ['timescaledb_information', 'timescaledb_experimental'],
  pg_net: ['net'],
  pgmq: ['pgmq'],
};

/** Whether a relation may be one that an extension of the dump brings with it. */
export function mayBeOfExtension(
  extensions: readonly string[],
  schema: string | undefined,
  name: string,
): boolean {
  return extensions.some(
    (extension) =>
      RELATIONS[extension]?.includes(name) === true ||
      (schema !== undefined && SCHEMAS[extension]?.includes(schema) === true),
  );
}
