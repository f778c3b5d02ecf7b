/** Starts, restarts and stops the server's process for `npm run dev`. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { serverFlags } from '../setup/server-flags.mjs';
import type { ServerMessage, ViteMessage, ViteRequest, ViteResponse } from './protocol.ts';

const program = fileURLToPath(new URL('./server.ts', import.meta.url));
const READY = 'Archline is ready at ';
/** Milliseconds until a stopping server is killed. Its data survives a kill. */
const STOP_MS = 3000;

export type DevServer = {
  /** Resolves to true when the server answers, and to false if it has exited and waits for a change. */
  ready(): Promise<boolean>;
  /** Whether the server has loaded this file. */
  hasLoaded(file: string): boolean;
  restart(): void;
  /** Makes the server render the next page with the changed sources. */
  refresh(): void;
  stop(): Promise<void>;
};

/** @param env settings of the server @param invoke answers the server's requests to Vite */
export function startDevServer(
  env: NodeJS.ProcessEnv,
  invoke: (payload: ViteRequest) => Promise<ViteResponse>,
): DevServer {
  let child: ChildProcess;
  const loaded = new Set<string>();
  // A server that has exited needs no message.
  const send = (to: ChildProcess, message: ViteMessage) => to.connected && to.send(message, () => undefined);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  /** Resolves to whether the server answers. */
  const start = (): Promise<boolean> => {
    const begun = fork(program, [], {
      env,
      execArgv: [...serverFlags],
      // Detached into its own process group: a Ctrl-C in the terminal reaches the server only once, through
      // this process.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    child = begun;
    begun.on('message', async (message: ServerMessage) => {
      if (message.kind === 'loaded') for (const file of message.files) loaded.add(file);
      else send(begun, { kind: 'answer', id: message.id, answer: await invoke(message.payload) });
    });
    const lines = createInterface({ input: begun.stdout ?? process.stdin });
    return new Promise(resolve => {
      begun.once('exit', () => resolve(false));
      lines.on('line', line => {
        // The server prints its internal address, which is not the one to open.
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
