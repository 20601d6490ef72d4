import { afterAll } from 'vitest';
import { closeClients } from './clients.js';
import { closeSockets } from './http.js';
import { endAll } from './start.js';

/** After the tests of this file, closes and ends whatever they opened and started. */
export function cleanUpAfterwards(): void {
  afterAll(async () => {
    await closeClients();
    closeSockets();
    await endAll();
  });
}
