import { loadModule } from 'libpg-query';
import { createMethodRunner } from './run-method.js';
import { serveWork } from './serve-work.js';

// The program of a worker.
await serveWork(createMethodRunner(), loadModule);
