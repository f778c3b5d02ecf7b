/** What a new position or organisation closes and opens, from the tables that decide the rights. */
import { actionsEverAllowed } from '../case/permissions.ts';
import type { Organisation } from './organisation.ts';
import { type Position, switchableRights } from './position.ts';
import { isWithheld, positionsHoldingRight } from './switches.ts';

export type RightsChange = { closes: string[]; opens: string[] };

type Place = Pick<Organisation, 'orgId' | 'withheld'> & { position: Position };

/** Switched rights and actions of a position in an organisation. */
const rightsOf = ({ position, ...organisation }: Place): string[] => [
  ...switchableRights.filter(
    right =>
      positionsHoldingRight(right, organisation.orgId).includes(position) &&
      !isWithheld(organisation, right, position),
  ),
  ...actionsEverAllowed(position),
];

/** Rights that a person loses and gets by a move, in the order of the tables. */
export function rightsChangeOfMove(from: Place, to: Place): RightsChange {
  const [before, after] = [rightsOf(from), rightsOf(to)];
  return {
    closes: before.filter(right => !after.includes(right)),
    opens: after.filter(right => !before.includes(right)),
  };
}
