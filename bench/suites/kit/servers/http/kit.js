import { serveKitOnHttp } from '@errata/kit';
import { announce } from '../../../../lib/announce.js';
import { createAdder } from '../kit.js';

announce((await serveKitOnHttp(createAdder())).port);
