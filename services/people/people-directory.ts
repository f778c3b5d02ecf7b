/**
 * The directory's stream: people and organisations, folded to its end, and its changes. Uniqueness is decided
 * on the fold.
 */
import { type Directory, emptyDirectory, evolveDirectory } from '#events/person/directory.ts';
import { type DirectoryEvent, directoryStream } from '#events/person/events.ts';
import {
  type Command,
  type CommandHandlerDeps,
  type CommandResult,
  createCommandHandler,
} from '../command/handler.ts';

type DirectoryChange = Command & {
  /** Decides a change of the directory. Called again after a lost race. @throws Refusal */
  decide: (directory: Directory) => DirectoryEvent[] | Promise<DirectoryEvent[]>;
};

export type PeopleDirectory = {
  /** Returns the directory as of its stream's end. */
  current(): Promise<Directory>;
  /** @throws Refusal of `decide`; busy after three lost races */
  change(change: DirectoryChange): Promise<CommandResult<Directory>>;
};

export function createPeopleDirectory(deps: CommandHandlerDeps): PeopleDirectory {
  let folded = emptyDirectory;
  /**
   * Log position up to which the directory is known to be current. Saves reads, because many calls come between two
   * appends.
   */
  let looked = -1n;
  const directory = createCommandHandler(deps, {
    kind: 'directory',
    streamOf: () => directoryStream,
    empty: emptyDirectory,
    evolve: evolveDirectory,
    snapshot: () => folded,
    subjectOf: (_id, _state, { type, data }) => {
      // The invited person may have no account yet.
      if (type === 'CollaboratorInvited') return data.collaborationId;
      if ('adminId' in data) return data.adminId;
      return 'personId' in data ? (data.personId ?? undefined) : undefined;
    },
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
