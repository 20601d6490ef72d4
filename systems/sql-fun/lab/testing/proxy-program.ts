import process from 'node:process';
import { serveStdio, type ServeProxyOptions } from '../../src/proxy/serve-stdio.js';

// A proxy in a process of its own; its options are JSON in its arguments.
await serveStdio(JSON.parse(process.argv[2]!) as ServeProxyOptions);
