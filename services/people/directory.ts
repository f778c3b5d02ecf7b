/** The directory's stream: who there is, folded to its end, and how it changes. Uniqueness is decided on the fold. */
import type { NewEvent } from '#events/envelope.ts';
import { Refusal } from '#events/errors.ts';
import { type Directory, emptyDirectory, evolveDirectory } from '#events/person/directory.ts';
import { type DirectoryEvent, directoryStream } from '#events/person/events.ts';
import { recordOf } from '#events/streams.ts';
import { type Clock, isoNow } from '../clock/clock.ts';
import { eventIdOf } from '../command/command-ids.ts';
import { type Appended, type EventStore, WrongRevision } from '../eventstore/port.ts';

export type DirectoryChange = {
  commandId: string;
  /** The person's id, or `system`. */
  by: string;
  /** Decides on the directory as it stands; asked again where somebody else was first. @throws Refusal */
  decide: (directory: Directory) => DirectoryEvent[];
};

export type People = {
  /** The directory to its stream's end. */
  current(): Promise<Directory>;
  /** @throws Refusal what `decide` throws; busy after three lost races */
  change(change: DirectoryChange): Promise<{ position: bigint; directory: Directory }>;
};

const ATTEMPTS = 3;

const about = (e: DirectoryEvent) => ('personId' in e.data ? e.data.personId : undefined);

export function createPeople({ store, clock }: { store: EventStore; clock: Clock }): People {
  let folded = emptyDirectory;
  /** Position of the log up to which the directory was looked for: many ask between two appends. */
  let looked = -1n;
  const current = async () => {
    const head = await store.head();
    if (head === looked) return folded;
    for await (const e of store.read(directoryStream, { from: BigInt(folded.revision + 1) }))
      folded = evolveDirectory(folded, recordOf('directory', e));
    looked = head;
    return folded;
  };
  const append = (change: DirectoryChange, directory: Directory): Promise<Appended> => {
    const at = isoNow(clock);
    const events = change.decide(directory).map((e, i): NewEvent => {
      const stamped = {
        id: eventIdOf(change.commandId, i),
        v: 1,
        at,
        by: change.by,
        cause: change.commandId,
      };
      return { ...e, ...stamped, subject: e.personal === undefined ? undefined : about(e) };
    });
    const expected = directory.revision < 0 ? 'none' : BigInt(directory.revision);
    return store.append(directoryStream, expected, events);
  };
  return {
    current,
    change: async change => {
      const before = await store.find(directoryStream, eventIdOf(change.commandId, 0));
      if (before) return { position: before.position, directory: await current() };
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        try {
          const { position } = await append(change, await current());
          return { position, directory: await current() };
        } catch (error) {
          if (!(error instanceof WrongRevision)) throw error;
        }
      }
      throw new Refusal('busy');
    },
  };
}
