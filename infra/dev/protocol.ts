/** Messages between Vite's process and the server's process under `npm run dev`. */
import type { ModuleRunnerTransport } from 'vite/module-runner';

type Invoke = NonNullable<ModuleRunnerTransport['invoke']>;
export type Payload = Parameters<Invoke>[0];
export type Answer = Awaited<ReturnType<Invoke>>;

export type FromServer =
  /** Asks Vite for a module. */
  | { kind: 'invoke'; id: number; payload: Payload }
  /** Names files that the server has loaded: it starts again when one of them changes. */
  | { kind: 'loaded'; files: string[] };

export type FromVite =
  | { kind: 'answer'; id: number; answer: Answer }
  /** A source of the pages has changed. */
  | { kind: 'stale' };
