import { loadModule } from 'libpg-query';
import { Postgres } from '../../engine/index.js';

/** A database with two tables to ask about. */
export async function openShop(): Promise<Postgres> {
  await loadModule();
  const postgres = await Postgres.open();
  const refused = await postgres.run(`
    CREATE TABLE users (id bigint PRIMARY KEY, name text NOT NULL, email varchar(100));
    CREATE TABLE orders (id int PRIMARY KEY, user_id bigint REFERENCES users, total numeric(10,2), at date);
  `);
  if (refused !== undefined) throw new Error(refused.message);
  return postgres;
}
