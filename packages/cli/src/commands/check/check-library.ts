import type * as check from '@errata/check';

/** The judge; it is loaded when it is needed, because other commands start faster without it. */
export type CheckLibrary = typeof check;
