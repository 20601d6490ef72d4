import { serve } from '@errata/mcp';
import { contract, devices } from '../../catalog.js';
import { createV1 } from '../sdk-v1.js';
import { announce } from '../../../../lib/announce.js';

// Without sessions, as the bare one.
const { port } = await serve(() => createV1((fields) => devices.DEVICE_UNREACHABLE(fields)), {
  contract,
  http: { sessions: false },
});
announce(port);
