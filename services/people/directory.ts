/** The directory's stream: who there is, folded to its end, and how it changes. Uniqueness is decided on the fold. */
import { type Directory, emptyDirectory, evolveDirectory } from '#events/person/directory.ts';
import { type DirectoryEvent, directoryStream } from '#events/person/events.ts';
import {
  type Command,
  type CommandResult,
  createCommandHandler,
  type HandlerDeps,
} from '../command/handler.ts';

type DirectoryChange = Command & {
  /** Decides on the directory; asked again after a lost race. @throws Refusal */
  decide: (directory: Directory) => DirectoryEvent[] | Promise<DirectoryEvent[]>;
};

export type People = {
  /** The directory to its stream's end. */
  current(): Promise<Directory>;
  /** @throws Refusal what `decide` throws; busy after three lost races */
  change(change: DirectoryChange): Promise<CommandResult<Directory>>;
};

export function createPeople(deps: HandlerDeps): People {
  let folded = emptyDirectory;
  /** Position of the log up to which the directory was looked for: many ask between two appends. */
  let looked = -1n;
  const directory = createCommandHandler(deps, {
    kind: 'directory',
    streamOf: () => directoryStream,
    empty: emptyDirectory,
    evolve: evolveDirectory,
    snapshot: () => folded,
    subjectOf: (_id, _state, { data }) => ('personId' in data ? data.personId : undefined),
  });
  return {
    current: async () => {
      const head = await deps.store.head();
      if (head === looked) return folded;
      folded = await directory.load(directoryStream);
      looked = head;
      return folded;
    },
    change: ({ decide, ...command }) => directory.handle(directoryStream, command, decide),
  };
}
