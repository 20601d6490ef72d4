import { describeOnSqlite } from '@errata/store/testing';
import { plansTests } from './testing/plans-tests.js';

describeOnSqlite('plans', plansTests);
