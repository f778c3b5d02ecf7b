/** Generated inputs of every action of the decider. */
import { actions, type NamedAction } from '../case/decider.ts';
import {
  type ActionInputFacts,
  type FileRequest,
  type InputChanges,
  type InputChoices,
  scriptedInput,
  uploadFilesForScriptedInput,
} from './inputs.ts';

const asked = (action: NamedAction, { [action]: change }: InputChanges = {}) => ({
  action,
  // Cast: the table does not keep the type of each action's example.
  example: actions[action].example as object,
  change,
});

/**
 * Returns the input of an action on a case.
 * @param more changes that replace the default ones
 */
export const inputOfAction = (
  action: NamedAction,
  s: ActionInputFacts,
  hand: InputChoices,
  more?: InputChanges,
): object => scriptedInput(asked(action, more), s, hand);

/** Resolves with the input of an action after the upload of its files. */
export const inputWithFiles = (
  action: NamedAction,
  s: ActionInputFacts,
  hand: Omit<InputChoices, 'upload'>,
  bring: (wish: FileRequest) => Promise<string>,
): Promise<object> => uploadFilesForScriptedInput(asked(action), s, hand, bring);

/**
 * Validates a generated input.
 * @throws Error naming the field, if an input does not match its action's schema, so that no state could accept it
 */
export function assertFitsSchema(action: NamedAction, input: object): void {
  const [wrong] = actions[action].input.safeParse(input).error?.issues ?? [];
  if (!wrong) return;
  const where = `${wrong.path.join('.')}: ${wrong.code}`;
  throw new Error(`${action} takes no such input (${where}): see events/script/inputs.ts`);
}
