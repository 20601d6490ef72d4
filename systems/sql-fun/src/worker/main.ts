import process from 'node:process';
import { loadModule } from 'libpg-query';
import { createMethodRunner } from './run-method.js';
import { serveWork } from './serve-work.js';

// The program of a worker. Its argument is the folder of the databases.
await serveWork(createMethodRunner(process.argv[2]!), loadModule);
