/** The script: what each action of the table is asked with. */
import { actions, type NamedAction } from '../case/decider.ts';
import { type Changes, type Facts, fill, fillWithFiles, type Hand, type Wish } from './inputs.ts';

const asked = (action: NamedAction, { [action]: change }: Changes = {}) => ({
  action,
  // The boundary: the table forgets which example belongs to which action.
  example: actions[action].example as object,
  change,
});

/**
 * Returns the input of an action on a case.
 * @param more changes in place of the usual ones
 */
export const inputOf = (action: NamedAction, s: Facts, hand: Hand, more?: Changes): object =>
  fill(asked(action, more), s, hand);

/** Resolves with the input of an action, once its files are brought. */
export const inputWithFiles = (
  action: NamedAction,
  s: Facts,
  hand: Omit<Hand, 'upload'>,
  bring: (wish: Wish) => Promise<string>,
): Promise<object> => fillWithFiles(asked(action), s, hand, bring);

/** @throws Error naming the field, if an input does not even fit its action's schema: no state would accept it */
export function refuseMisfit(action: NamedAction, input: object): void {
  const [wrong] = actions[action].input.safeParse(input).error?.issues ?? [];
  if (!wrong) return;
  const where = `${wrong.path.join('.')}: ${wrong.code}`;
  throw new Error(`${action} takes no such input (${where}): see events/script/inputs.ts`);
}
