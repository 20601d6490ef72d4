export { ForwardedCalls, type Forwarded } from './forwarded-calls.js';
