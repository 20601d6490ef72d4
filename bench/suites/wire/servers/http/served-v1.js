import { serveHttp } from '@errata/mcp';
import { contract, devices } from '../../catalog.js';
import { createV1 } from '../sdk-v1.js';
import { announce } from '../../../../lib/announce.js';

// Without sessions, as the bare one.
const { port } = await serveHttp(() => createV1((fields) => devices.DEVICE_UNREACHABLE(fields)), {
  contract,
  sessions: false,
});
announce(port);
