import { createServer } from '@errata/core';
import { serveStdio } from '@errata/edges/stdio';
import { contract } from '../../catalog.js';
import { methods } from '../../methods.js';

serveStdio(createServer({ contract, era: '2025-11-25', methods }));
