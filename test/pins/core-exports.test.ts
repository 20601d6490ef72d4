import * as core from '@errata/core';
import { expect, it } from 'vitest';
import { PIN } from './pin.js';

// Types have no runtime, so they are not here. `@errata/core/internal` is for the other packages and not pinned.
it('the exports of @errata/core', () => {
  expect(Object.keys(core).sort(), PIN).toEqual([
    'CONDITIONS',
    'ERAS',
    'Fault',
    'RecoveryError',
    'classify',
    'createLoopBreaker',
    'createRedactor',
    'createRetryBudget',
    'createServer',
    'createView',
    'decide',
    'defineCatalog',
    'defineContract',
    'isFault',
    'isRecoveryError',
    'judgeCode',
    'readFailure',
    'standard',
    'toCatalogJson',
    'toHttpAnswer',
    'toJsonSchema',
    'toMarkdown',
    'toOpenRpcErrors',
    'toProblemDocument',
    'toRpcErrorJson',
    'toToolFailure',
    'toolError',
    'translate',
    'withRecovery',
  ]);
});
