import { serveHttp } from '@errata/kit';
import { announce } from '../../../../lib/announce.js';
import { createAdder } from '../kit.js';

announce((await serveHttp(createAdder())).port);
