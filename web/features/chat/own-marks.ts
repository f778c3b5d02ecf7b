/** How far this page's person has come in a conversation: said together, and once more by each new line. */
import type { SeenUpTo } from '#events/chat/message.ts';

/** Read marks are said together. */
const marksApartMs = 500;

type World = {
  later: (milliseconds: number, run: () => void) => unknown;
  /** The line has answered: what is said now is heard. */
  isOpen: () => boolean;
  tell: (upTo: SeenUpTo) => void;
};

export function createOwnMarks({ later, isOpen, tell }: World) {
  let mine: SeenUpTo = { got: 0, read: 0 };
  let told: SeenUpTo = { got: 0, read: 0 };
  const isTold = () => mine.got === told.got && mine.read === told.read;

  const tellNow = () => {
    if (!isOpen() || isTold()) return;
    told = mine;
    tell(mine);
  };
  return {
    /** How far it has come everywhere, told or not. */
    get: () => mine,
    say(more: Partial<SeenUpTo>): void {
      const wasTold = isTold();
      const read = Math.max(mine.read, more.read ?? 0);
      mine = { got: Math.max(mine.got, read, more.got ?? 0), read };
      if (wasTold) later(marksApartMs, tellNow);
    },
    /** There is a new line: what the last one was told may not have arrived. */
    sayAgain(): void {
      told = { got: 0, read: 0 };
      later(marksApartMs, tellNow);
    },
    tellNow,
  };
}
