/** Sentences for operators about errors that stop a start or a command. */
import { isDiskFullError } from '#projections/sqlite-errors.ts';
import { unreachableServerIn } from './unreachable-servers.ts';

const fieldOf = (error: Error, name: string): unknown => Object.getOwnPropertyDescriptor(error, name)?.value;

/** Sentences for errors with a path, by the system's error code. */
const ofPaths: Record<string, string> = {
  EEXIST: 'is not a folder.',
  ENOTDIR: 'is not a folder.',
  EACCES: 'cannot be read or written by the current user. Check its owner and mode.',
  EPERM: 'cannot be read or written by the current user. Check its owner and mode.',
  EROFS: 'is on a read-only disk.',
};

const meant = ['Error', 'WrongSettingError', 'FolderInUseError'];

/**
 * Returns the sentence for the operator. Undefined for an unexpected error, which is printed with its stack.
 */
export function operatorSentenceOf(error: unknown): string | undefined {
  const unreachable = unreachableServerIn(error);
  if (unreachable) return unreachable.sentence;
  if (!(error instanceof Error)) return undefined;
  const [code, path] = [fieldOf(error, 'code'), fieldOf(error, 'path')];
  if (code === 'EADDRINUSE')
    return `Port ${fieldOf(error, 'port')} is in use by another program. Set PORT to a free port.`;
  if (isDiskFullError(error) || code === 'ENOSPC')
    return 'The disk of DATA_DIR is full. Free some space, then start again.';
  const wrong = typeof code === 'string' && typeof path === 'string' ? ofPaths[code] : undefined;
  if (wrong) return `${path} ${wrong}`;
  return meant.includes(error.name) && code === undefined ? error.message : undefined;
}
