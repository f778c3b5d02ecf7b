/**
 * Rights that an organisation may take from a position, and give back. A switch gives no right that lifecycle.md does not
 * give to the position. Pure.
 */
import * as z from 'zod/mini';
import { noteSchema } from '../case/fields.ts';
import { badField } from '../errors.ts';
import type { DirectoryEvent } from './events.ts';
import type { Organisation } from './organisation.ts';
import {
  backOfficePositions,
  caseOwners,
  type Position,
  positions,
  type SwitchableRight,
  selfDesignersOrgId,
  switchableRights,
} from './position.ts';

/** Positions that a right belongs to, before any switch. */
const holders: Readonly<Record<SwitchableRight, readonly Position[]>> = {
  PreferenceSet: caseOwners,
  diyDesignBtn: positions,
  backstageManage: backOfficePositions,
  analysisFacts: ['Admin', 'Analyst'],
  exports: positions,
};

/** Positions that hold a right in an organisation before any switch. */
export const positionsHoldingRight = (right: SwitchableRight, orgId: string): readonly Position[] =>
  right === 'diyDesignBtn' && orgId !== selfDesignersOrgId ? [] : holders[right];

/** True for a right that must stay, because it is needed to give a right back. */
export const isFixedRight = (right: SwitchableRight, position: Position): boolean =>
  right === 'backstageManage' && position === 'Admin';

/** True if the organisation has taken the right from the position. */
export const isWithheld = (
  { withheld }: Pick<Organisation, 'withheld'>,
  right: SwitchableRight,
  position: Position,
): boolean => withheld?.[right]?.includes(position) ?? false;

/** Rights that the organisation has taken from the position, in the order of the table. */
export const rightsWithheldFrom = (
  organisation: Pick<Organisation, 'withheld'> | undefined,
  position: Position,
): SwitchableRight[] =>
  organisation ? switchableRights.filter(right => isWithheld(organisation, right, position)) : [];

export const rightSwitchSchema = z.strictObject({
  right: z.enum(switchableRights),
  position: z.enum(positions),
  on: z.boolean(),
  reason: noteSchema,
});
export type RightSwitch = z.infer<typeof rightSwitchSchema>;

/**
 * Takes a right from a position, or gives it back. No event if nothing changes.
 * @param adminId who gives the reason
 * @throws Refusal badInput
 */
export function switchRight(
  organisation: Organisation,
  { right, position, on, reason }: RightSwitch,
  adminId: string,
): DirectoryEvent[] {
  const { orgId } = organisation;
  if (!positionsHoldingRight(right, orgId).includes(position)) throw badField('position', 'not-a-choice');
  if (isFixedRight(right, position)) throw badField('position', 'right-fixed');
  if (isWithheld(organisation, right, position) === !on) return [];
  return [{ type: 'RightSwitched', data: { orgId, right, position, on, adminId }, personal: { reason } }];
}

/** The rights withheld after a switch. */
export function withheldRightsAfter(
  { withheld = {} }: Pick<Organisation, 'withheld'>,
  { right, position, on }: Pick<RightSwitch, 'right' | 'position' | 'on'>,
): NonNullable<Organisation['withheld']> {
  const others = (withheld[right] ?? []).filter(one => one !== position);
  return { ...withheld, [right]: on ? others : [...others, position] };
}
