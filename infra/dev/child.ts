/** Starts, restarts and stops the server's process under `npm run dev`. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { serverFlags } from '../setup/server-flags.mjs';
import type { Answer, FromServer, FromVite, Payload } from './protocol.ts';

const program = fileURLToPath(new URL('./server.ts', import.meta.url));
const READY = 'Archline is ready at ';
/** A server that is still stopping after this is killed: its data survive that. */
const STOP_MS = 3000;

export type Server = {
  /** Resolves while the server answers; false where it has ended and waits for a change. */
  ready(): Promise<boolean>;
  /** Whether the server has loaded this file. */
  hasLoaded(file: string): boolean;
  restart(): void;
  /** Has the next page rendered with the changed sources. */
  refresh(): void;
  stop(): Promise<void>;
};

/** @param env its settings @param invoke gets what the server asks of Vite */
export function startServer(env: NodeJS.ProcessEnv, invoke: (payload: Payload) => Promise<Answer>): Server {
  let child: ChildProcess;
  const loaded = new Set<string>();
  // A server that ends meanwhile needs no message.
  const send = (to: ChildProcess, message: FromVite) => to.connected && to.send(message, () => undefined);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  /** Resolves with whether the server answers. */
  const start = (): Promise<boolean> => {
    const begun = fork(program, [], {
      env,
      execArgv: [...serverFlags],
      // A group of its own: Ctrl-C in the terminal reaches it through this process, once.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    child = begun;
    begun.on('message', async (message: FromServer) => {
      if (message.kind === 'loaded') for (const file of message.files) loaded.add(file);
      else send(begun, { kind: 'answer', id: message.id, answer: await invoke(message.payload) });
    });
    const lines = createInterface({ input: begun.stdout ?? process.stdin });
    return new Promise(resolve => {
      begun.once('exit', () => resolve(false));
      lines.on('line', line => {
        // The address that it names is not the one to open.
        if (line.startsWith(READY)) resolve(true);
        else console.log(line);
      });
    });
  };

  const stop = async () => {
    if (hasEnded()) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(late);
  };

  let started = start();
  return {
    ready: async () => (await started) && !hasEnded(),
    hasLoaded: file => loaded.has(file),
    refresh: () => void send(child, { kind: 'stale' }),
    stop,
    restart: () => {
      started = stop().then(start);
    },
  };
}
