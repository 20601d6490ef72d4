/** How many tokens a model pays for a text: the same estimate as in the panels. */
export { estimateTokens } from '@errata/core/internal';
