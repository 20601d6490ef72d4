// A registry on loopback, for one run of the tests: `node serve-registry.js <folder> <uplink>`. The first line that it prints is its address. It ends
// with its standard input.
import process from 'node:process';

// By a name that the type checker does not follow: it also runs where the registry is not installed.
const { runServer } = await import(/** @type {string} */ ('verdaccio'));

const [folder, uplink] = process.argv.slice(2);
const own = { access: '$all', publish: '$all' };

const app = await runServer({
  self_path: folder,
  storage: `${folder}/storage`,
  uplinks: { configured: { url: uplink, maxage: '1d', timeout: '60s' } },
  packages: {
    // Our names come from this machine alone: whatever has them elsewhere is not ours.
    '@errata/*': own,
    errata: own,
    '**': { access: '$all', proxy: 'configured' },
  },
  web: { enable: false },
  auth: {},
  middlewares: {},
  max_body_size: '50mb',
  log: { type: 'stdout', format: 'json', level: 'fatal' },
});
app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${app.address().port}/\n`);
});
process.stdin.resume().on('end', () => process.exit());
