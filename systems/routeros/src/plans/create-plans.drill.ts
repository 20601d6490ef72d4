import { describeOnPostgres } from '@errata/store/testing';
import { plansTests } from './testing/plans-tests.js';

describeOnPostgres('plans', plansTests);
