/** What a new position or organisation closes and opens, from the tables that decide the rights. */
import { possibleActions } from '../case/permissions.ts';
import { menuRights, type Position } from './position.ts';

export type RightsChange = { closes: string[]; opens: string[] };

type Place = { position: Position; orgId: string };

/** Menu rights and actions of a position in an organisation. */
const rightsOf = ({ position, orgId }: Place): string[] => [
  ...menuRights({ id: '', position, orgId, serves: [] }),
  ...possibleActions(position),
];

/** Rights that a person loses and gets by a move, in the order of the tables. */
export function rightsOfMove(from: Place, to: Place): RightsChange {
  const [before, after] = [rightsOf(from), rightsOf(to)];
  return {
    closes: before.filter(right => !after.includes(right)),
    opens: after.filter(right => !before.includes(right)),
  };
}
