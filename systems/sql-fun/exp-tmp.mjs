import { PGlite } from '@electric-sql/pglite';
import { cpSync, mkdirSync, rmSync, appendFileSync, existsSync, statfsSync } from 'node:fs';
const mode = process.argv[2], dir = process.argv[3];
const SMALL = ['shared_buffers = 2MB', 'wal_buffers = 64kB', 'max_connections = 5', 'fsync = off'];
const show = (w, e) => console.log(mode, w, e?.name, '|', e?.constructor?.name, '|', e?.code, e?.errno, e?.syscall, '|', String(e?.message ?? e).slice(0, 200), '| free', statfsSync(dir).bavail * statfsSync(dir).bsize);
process.on('uncaughtException', (e) => show('uncaught', e));
process.on('unhandledRejection', (e) => show('unhandled', e));
process.on('exit', (c) => console.log(mode, 'exit', c));
const fill = (left) => { const f = dir + '/ballast'; for (const s of [65536, 4096, 1]) { try { for (;;) appendFileSync(f, new Uint8Array(s)); } catch {} } if (left) { const fs = statfsSync(dir); } };
try {
  if (mode === 'init') { const db = await PGlite.create({ dataDir: 'file://' + dir + '/db', postgresqlconf: SMALL }); await db.close(); console.log('ok'); }
  if (mode === 'open') { cpSync('/tmp/exp/empty', dir + '/db', { recursive: true }); fill(); const db = await PGlite.create({ dataDir: 'file://' + dir + '/db', postgresqlconf: SMALL }); console.log('opened'); await db.close(); console.log('ok'); }
  if (mode === 'load') {
    cpSync('/tmp/exp/empty', dir + '/db', { recursive: true });
    const db = await PGlite.create({ dataDir: 'file://' + dir + '/db', postgresqlconf: SMALL }); fill();
    for (let i = 0; i < 40; i++) { try { await db.exec(`create table t${i} (a int primary key, b text)`); console.log('table', i); } catch (e) { show('exec ' + i, e); if (i > 3) break; } }
    try { console.log((await db.query('select 1 as x')).rows); } catch (e) { show('select', e); }
    await db.close(); console.log('closed');
  }
} catch (e) { show('thrown', e); }
console.log('end');
