import type { Command } from 'commander';
import type { Perform } from '../../perform.js';
import { refuseOthers } from '../../systems.js';
import { addSimOpenMemory } from './openmemory.js';
import { addSimRouteros } from './routeros.js';

export function addSimCommand(program: Command, perform: Perform): void {
  const sim = program
    .command('sim')
    .summary('simulate what a system depends on')
    .description('Simulate what a system depends on and cannot be here.');
  refuseOthers(sim, 'simulator');
  addSimRouteros(sim, perform);
  addSimOpenMemory(sim, perform);
}
