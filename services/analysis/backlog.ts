/**
 * A long backlog of the analysts' tables is built by a child process, which takes only idle processor time. The server keeps the
 * lease, which the child asks for before each commit, and goes on where the child ends.
 */
import * as z from 'zod/mini';
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import { forkInBackground } from '../childProcess/background.ts';
import { ChildCrashError } from '../childProcess/child.ts';

export type Backlog = {
  /** The last event to build. */
  to: LogPosition;
  /** Whether this process still has the lease. The child commits only then. */
  holds(): Promise<boolean>;
  /** Called after each commit with the position up to which every event is in the tables. */
  onCommit(position: LogPosition): Promise<void>;
  /** Ends the child at once. */
  signal: AbortSignal;
};

/** @throws BacklogFaultError, ChildCrashError, the signal's reason. Nothing of the tables is damaged then. */
export type BuildBacklog = (backlog: Backlog) => Promise<void>;

/** Thrown if the child says why the tables are not kept any more (`RunningTables.fault`). */
export class BacklogFaultError extends Error {
  constructor(fault: string) {
    super(fault);
    this.name = 'BacklogFault';
  }
}

/** The first message to the child. `place`: where it finds the installation. */
export type BacklogWork<Place> = { place: Place; to: string };
/** Later messages to the child, in the order in which it asked. */
export type LeaseAnswer = { holds: boolean };

const messageSchema = z.union([
  z.object({ asks: z.literal('lease') }),
  z.object({ committed: z.string() }),
  z.object({ fault: z.string() }),
]);
export type BacklogMessage = z.infer<typeof messageSchema>;

/** The flags of a process without those of its debugger, whose port is taken. */
const flagsOf = ({ execArgv }: Pick<NodeJS.Process, 'execArgv'>) =>
  execArgv.filter(flag => !flag.startsWith('--inspect'));

/**
 * @param script path of the program, which runs with the server's flags
 * @param place passed to the program by a message, because other users of the machine see arguments
 */
export const createBacklogProcess =
  <Place extends object>(script: string, place: Place): BuildBacklog =>
  ({ to, holds, onCommit, signal }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      // Node's options may be in the environment too. Errors appear where the server's do.
      const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
      const child = forkInBackground(script, [], {
        execArgv: flagsOf(process),
        env: process.env,
        stdio: [...stdio],
      });
      let fault: string | undefined;
      const tell = (message: BacklogWork<Place> | LeaseAnswer) => child.send(message, () => undefined);
      const takeMessage = async (message: BacklogMessage) => {
        if ('asks' in message) tell({ holds: await holds().catch(() => false) });
        else if ('fault' in message) fault = message.fault;
        // If publishing fails, the next commit publishes a later position.
        else await onCommit(toLogPosition(message.committed)).catch(() => undefined);
      };
      const kill = () => child.kill('SIGKILL');
      signal.addEventListener('abort', kill, { once: true });
      child.on('message', message => {
        const read = messageSchema.safeParse(message);
        if (read.success) void takeMessage(read.data);
      });
      child.on('error', error => reject(new ChildCrashError(error.message)));
      // After its last message, which may arrive later than its exit.
      child.on('close', (code, killed) => {
        signal.removeEventListener('abort', kill);
        if (signal.aborted) reject(signal.reason);
        else if (fault !== undefined) reject(new BacklogFaultError(fault));
        else if (code === 0) resolve();
        else reject(new ChildCrashError(killed ?? `exit ${code}`));
      });
      tell({ place, to: String(to) });
    });
