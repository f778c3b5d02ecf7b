import type { Tone } from './theme.ts';

export type ToastMessage = {
  id: string;
  text: string;
  tone: Tone;
  action?: { label: string; onPress: () => void };
  /** Seconds that the toast stays; 0 until closed. */
  seconds: number;
};

export type ToastInput = Pick<ToastMessage, 'text'> & Partial<Omit<ToastMessage, 'text'>>;

type CancellableTimers = {
  start: (run: () => void, milliseconds: number) => unknown;
  stop: (timer: unknown) => void;
};

const MOST = 4;

/**
 * The queue of toasts, newest last, at most four. A toast with the same `id` replaces the earlier one. While
 * `hold` is
 * active (pointer or focus on the region), no toast disappears.
 */
export function createToastQueue(timers: CancellableTimers) {
  let messages: readonly ToastMessage[] = [];
  let counter = 0;
  const running = new Map<string, unknown>();
  const listeners = new Set<() => void>();

  const set = (next: readonly ToastMessage[]) => {
    messages = next;
    for (const listener of listeners) listener();
  };
  const stop = (id: string) => {
    timers.stop(running.get(id));
    running.delete(id);
  };
  const dismiss = (id: string) => {
    stop(id);
    if (messages.some(message => message.id === id)) set(messages.filter(message => message.id !== id));
  };
  const start = ({ id, seconds }: ToastMessage) => {
    if (seconds > 0)
      running.set(
        id,
        timers.start(() => dismiss(id), seconds * 1000),
      );
  };

  return {
    add({ text, tone = 'neutral', action, seconds = action ? 10 : 6, id }: ToastInput): string {
      counter += 1;
      const message = { id: id ?? `toast-${counter}`, text, tone, action, seconds };
      stop(message.id);
      const kept = messages.filter(other => other.id !== message.id);
      for (const dropped of kept.slice(0, Math.max(0, kept.length - MOST + 1))) stop(dropped.id);
      set([...kept.slice(-(MOST - 1)), message]);
      start(message);
      return message.id;
    },
    dismiss,
    hold() {
      for (const id of [...running.keys()]) stop(id);
    },
    release() {
      for (const message of messages) start(message);
    },
    messages: () => messages,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
