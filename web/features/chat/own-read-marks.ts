/**
 * This person's delivery and read marks in a conversation. Sends marks in batches, and again after each
 * reconnect.
 */
import type { ReadMarksInput } from '#events/chat/message.ts';

/** Delay for batching read marks. */
const marksApartMs = 500;

type World = {
  later: (milliseconds: number, run: () => void) => unknown;
  /** Whether the conversation is open on the server, so that marks are accepted. */
  isOpen: () => boolean;
  tell: (upTo: ReadMarksInput) => void;
};

export function createReadMarkSender({ later, isOpen, tell }: World) {
  let mine: ReadMarksInput = { got: 0, read: 0 };
  let told: ReadMarksInput = { got: 0, read: 0 };
  const isTold = () => mine.got === told.got && mine.read === told.read;

  const tellNow = () => {
    if (!isOpen() || isTold()) return;
    told = mine;
    tell(mine);
  };
  return {
    /** The current marks, including unsent ones. */
    get: () => mine,
    say(more: Partial<ReadMarksInput>): void {
      const wasTold = isTold();
      const read = Math.max(mine.read, more.read ?? 0);
      mine = { got: Math.max(mine.got, read, more.got ?? 0), read };
      if (wasTold) later(marksApartMs, tellNow);
    },
    /** Sends the marks again after a reconnect: the earlier ones may be lost. */
    sayAgain(): void {
      told = { got: 0, read: 0 };
      later(marksApartMs, tellNow);
    },
    tellNow,
  };
}
