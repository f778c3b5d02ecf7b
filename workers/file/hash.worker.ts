import { expose } from 'comlink';
import { hashOf } from './hash.ts';
import type { HashWork } from './protocol.ts';

expose({ hash: file => hashOf(file) } satisfies HashWork);
