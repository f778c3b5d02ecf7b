import { expose } from 'comlink';
import { hashBeside } from './hash-beside.ts';
import { inspect } from './inspect.ts';
import type { FileWork } from './protocol.ts';

expose({ inspect: (file, place, onShare) => inspect(file, place, onShare, hashBeside) } satisfies FileWork);
