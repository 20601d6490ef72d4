import { loadModule } from 'libpg-query';
import { DatabaseCatalog } from '../../src/catalog/catalog.js';
import type { Postgres } from '../../src/engine/postgres.js';
import type { Analysis, AnalyzeOptions, StatementAnalysis } from '../../src/query/analysis.js';
import { analyze } from '../../src/query/analyze.js';
import { openEmpty } from './open-empty.js';

/** Two tables to ask about. */
export const SMALL_SHOP = `
  CREATE TABLE users (id bigint PRIMARY KEY, name text NOT NULL, email varchar(100));
  CREATE TABLE orders (id int PRIMARY KEY, user_id bigint REFERENCES users, total numeric(10,2), at date);
`;

/** A database to ask about. */
export class Shop {
  readonly postgres: Postgres;
  readonly catalog: DatabaseCatalog;

  private constructor(postgres: Postgres, catalog: DatabaseCatalog) {
    this.postgres = postgres;
    this.catalog = catalog;
  }

  static async open(sql = SMALL_SHOP): Promise<Shop> {
    await loadModule();
    const postgres = await openEmpty();
    const refused = await postgres.run(sql);
    if (refused !== undefined) throw new Error(refused.message);
    return new Shop(postgres, await DatabaseCatalog.read(postgres));
  }

  analyze(sql: string, options: Partial<AnalyzeOptions> = {}): Promise<Analysis> {
    const { postgres, catalog } = this;
    return analyze(sql, { postgres, catalog, path: ['public'], unknownExtensions: [], ...options });
  }

  async statement(sql: string, options?: Partial<AnalyzeOptions>): Promise<StatementAnalysis> {
    return (await this.analyze(sql, options)).statements[0]!;
  }

  close(): Promise<void> {
    return this.postgres.close();
  }
}
