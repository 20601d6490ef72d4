import { serveStdio } from '@errata/mcp';
import { contract, devices } from '../../catalog.js';
import { createV1 } from '../sdk-v1.js';

await serveStdio(() => createV1((fields) => devices.DEVICE_UNREACHABLE(fields)), { contract });
