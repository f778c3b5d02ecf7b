import { expose } from 'comlink';
import { cellsBeside } from '../mesh/cell-beside.ts';
import { hashBeside } from './hash-beside.ts';
import { inspect } from './inspect.ts';
import type { FileWork } from './protocol.ts';

expose({
  inspect: (file, place, onShare) => inspect(file, place, onShare, { hash: hashBeside, cells: cellsBeside }),
} satisfies FileWork);
