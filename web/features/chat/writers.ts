/** Who is writing in a conversation: for a while after each sign of it, or until it is said. */
import type { ChatPushes } from './port.ts';

export type Writer = ChatPushes['chat:typing']['person'];

/** How long somebody is said to be writing after the last sign of it. */
const typingMs = 5000;

type World = {
  /** The answer takes it back. */
  later: (milliseconds: number, run: () => void) => () => void;
  set: (writers: readonly Writer[]) => void;
};

export function createWriters({ later, set }: World) {
  const writers = new Map<string, { person: Writer; end: () => void }>();
  const tell = () => set([...writers.values()].map(({ person }) => person));
  const end = (personId: string) => {
    writers.get(personId)?.end();
    if (writers.delete(personId)) tell();
  };
  return {
    sign(person: Writer): void {
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
