/** Messages between Vite's process and the server's process in `npm run dev`. */
import type { ModuleRunnerTransport } from 'vite/module-runner';

type Invoke = NonNullable<ModuleRunnerTransport['invoke']>;
export type ViteRequest = Parameters<Invoke>[0];
export type ViteResponse = Awaited<ReturnType<Invoke>>;

export type ServerMessage =
  /** Requests a module from Vite. */
  | { kind: 'invoke'; id: number; payload: ViteRequest }
  /** Lists files that the server has loaded. A change of one of them restarts it. */
  | { kind: 'loaded'; files: string[] };

export type ViteMessage =
  | { kind: 'answer'; id: number; answer: ViteResponse }
  /** Reports that a source of the pages has changed. */
  | { kind: 'stale' };
