import { expose } from 'comlink';
import { hashFile } from './hash.ts';
import type { HashWorkerApi } from './protocol.ts';

expose({ hash: file => hashFile(file) } satisfies HashWorkerApi);
