/** Sentences for operators about errors that stop a start or a command. */
import { isDiskFull } from '#projections/sqlite-errors.ts';
import { unreachableServerIn } from './unreachable-servers.ts';

const fieldOf = (error: Error, name: string): unknown => Object.getOwnPropertyDescriptor(error, name)?.value;

/** Sentences for errors with a path, by the system's error code. */
const ofPaths: Record<string, string> = {
  EEXIST: 'is not a folder.',
  ENOTDIR: 'is not a folder.',
  EACCES: 'may not be read or written by who runs this: see whose it is.',
  EPERM: 'may not be read or written by who runs this: see whose it is.',
  EROFS: 'lies on a disk that cannot be written to.',
};

const meant = ['Error', 'WrongSetting', 'FolderInUse'];

/**
 * Returns the sentence for the operator. Undefined for an unexpected error, which is printed with its stack.
 */
export function operatorSentence(error: unknown): string | undefined {
  const unreachable = unreachableServerIn(error);
  if (unreachable) return unreachable.sentence;
  if (!(error instanceof Error)) return undefined;
  const [code, path] = [fieldOf(error, 'code'), fieldOf(error, 'path')];
  if (code === 'EADDRINUSE')
    return `The port is in use by another program (${fieldOf(error, 'port')}): set PORT to another one.`;
  if (isDiskFull(error) || code === 'ENOSPC')
    return 'The disk of DATA_DIR is full: make room, then start again.';
  const wrong = typeof code === 'string' && typeof path === 'string' ? ofPaths[code] : undefined;
  if (wrong) return `${path} ${wrong}`;
  return meant.includes(error.name) && code === undefined ? error.message : undefined;
}
