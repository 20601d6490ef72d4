import { afterAll } from 'vitest';
import { closeClients } from './clients.js';
import { closeSockets } from './http.js';
import { endAll } from './start.js';

// A setup file: it runs for each test file, although the files of a worker share the modules above.
afterAll(async () => {
  await closeClients();
  closeSockets();
  await endAll();
});
