import { join } from 'node:path';
import { openSqliteStore } from '#services/eventstore/sqlite.ts';
import type { OpenContender } from './contender.ts';

export const openArchline: OpenContender = async dir => {
  const store = openSqliteStore({ dir: join(dir, 'archline') });
  return {
    name: 'archline sqlite',
    append: (stream, there, event) => store.append(stream, there === 0 ? 'none' : BigInt(there - 1), [event]),
    close: () => store.close(),
  };
};
