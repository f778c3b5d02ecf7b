import { expose } from 'comlink';
import { inspect } from './inspect.ts';
import type { FileWork } from './protocol.ts';

expose({ inspect } satisfies FileWork);
