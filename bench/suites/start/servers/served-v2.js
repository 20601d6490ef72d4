import { serve } from '@errata/mcp';
import { createV2 } from './create-v2.js';

await serve(() => createV2());
