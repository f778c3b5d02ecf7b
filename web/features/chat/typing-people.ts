/** Typing notices: people who are typing, for a while after each signal or until their message arrives; and own signals. */
import type { ChatDeps, ChatPushPayloads } from './chat-ports.ts';

export type TypingPerson = ChatPushPayloads['chat:typing']['person'];

/** Duration of the notice after the last typing signal. */
const typingMs = 5000;
/** Minimum interval of own typing signals, ms. */
const typingApartMs = 3000;

type World = {
  /** Returns a function that cancels the call. */
  later: (milliseconds: number, run: () => void) => () => void;
  set: (writers: readonly TypingPerson[]) => void;
};

export function createTypingPeople({ later, set }: World) {
  const writers = new Map<string, { person: TypingPerson; end: () => void }>();
  const tell = () => set([...writers.values()].map(({ person }) => person));
  const end = (personId: string) => {
    writers.get(personId)?.end();
    if (writers.delete(personId)) tell();
  };
  return {
    sign(person: TypingPerson): void {
      writers.get(person.id)?.end();
      writers.set(person.id, { person, end: later(typingMs, () => end(person.id)) });
      tell();
    },
    end,
    endAll(): void {
      for (const personId of [...writers.keys()]) end(personId);
    },
  };
}

/** Limits the rate of this person's typing signals. */
export function createTypingSignal(clock: ChatDeps['clock'], signal: () => void) {
  let typedAt = Number.NEGATIVE_INFINITY;
  return {
    /** Typing after a sent message is signalled at once. */
    reset(): void {
      typedAt = Number.NEGATIVE_INFINITY;
    },
    say(): void {
      if (clock.now() - typedAt < typingApartMs) return;
      typedAt = clock.now();
      signal();
    },
  };
}
