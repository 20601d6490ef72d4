export { openJudge } from './open-judge.js';
