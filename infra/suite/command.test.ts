import { expect, it } from 'vitest';
import { parseCommand } from './command.ts';

it.each([
  [[], { kind: 'all' }],
  [['quick'], { kind: 'quick' }],
  [['again'], { kind: 'again' }],
  [['unit', 'e2e'], { kind: 'layers', names: ['unit', 'e2e'], args: [] }],
  [['e2e', '-g', 'unit'], { kind: 'layers', names: ['e2e'], args: ['-g', 'unit'] }],
  [['unit', 'services/api'], { kind: 'layers', names: ['unit'], args: ['services/api'] }],
  [['units'], undefined],
  [['quick', 'unit'], undefined],
  [['toString'], undefined],
])('reads %j', (words, command) => {
  expect(parseCommand(words)).toEqual(command);
});
