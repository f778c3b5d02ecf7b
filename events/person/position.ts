/** The ten positions, sets of positions for rules, and the viewer. */

export const positions = [
  'Doctor',
  'Assistant',
  'Technician',
  'Specialist',
  'SuperMechanic',
  'Service',
  'VendorAdmin',
  'Designer',
  'Admin',
  'Analyst',
] as const;

export type Position = (typeof positions)[number];

/** Positions that own cases. */
export const caseOwners = ['Doctor', 'Designer'] as const satisfies readonly Position[];

/** True for a position that owns cases. */
export const isCaseOwner = (position: string | undefined): boolean =>
  caseOwners.some(one => one === position);

/** The doctor's side: case owners and their helpers. */
export const clinicians = [...caseOwners, 'Assistant'] as const satisfies readonly Position[];

/** True for a position of the doctor's side. */
export const isClinician = (position: string | undefined): boolean =>
  clinicians.some(one => one === position);

/** Rights that an organisation may switch off by position (switches.ts). */
export const switchableRights = [
  'PreferenceSet',
  'diyDesignBtn',
  'backstageManage',
  'analysisFacts',
  'exports',
] as const;
export type SwitchableRight = (typeof switchableRights)[number];

/** A person with the facts that permission rules need. */
export type Viewer = {
  id: string;
  position: Position;
  orgId: string;
  /** Ids of the case owners whom an Assistant serves; empty for every other position. */
  serves: readonly string[];
  /** Rights that the organisation has taken from the position. Absent: none. */
  withheld?: readonly SwitchableRight[];
  /** Cases of colleagues in whose place the person acts now. Absent means none. */
  covers?: readonly CoveredCases[];
  /** Cases in which the person takes part by invitation now. Absent means none. */
  guestOf?: readonly GuestCase[];
};

/** Cases of an owner in whose place a colleague acts. `caseIds`: null for all. */
export type CoveredCases = { ownerId: string; caseIds: readonly string[] | null };

/** What a collaborator may do: read the case; also comment and talk; also act as an assistant of the owner does. */
export const collaboratorLevels = ['reads', 'comments', 'acts'] as const;
export type CollaboratorLevel = (typeof collaboratorLevels)[number];

/** One case of an owner in which a person takes part by invitation. */
export type GuestCase = { caseId: string; ownerId: string; level: CollaboratorLevel };

/** Id of the organisation whose members design their own cases. */
export const selfDesignersOrgId = 'ediy';

/** Positions with the right `backstageManage`: they manage the back office of their organisation. */
export const backOfficePositions: readonly Position[] = ['Admin', 'SuperMechanic', 'Service'];

/** Returns the menu rights of a viewer (product-spec.md 6, lifecycle.md "Rights"), without the withheld ones. */
export function menuRights(viewer: Viewer): string[] {
  const rights: SwitchableRight[] = [];
  if (isCaseOwner(viewer.position)) rights.push('PreferenceSet');
  if (viewer.orgId === selfDesignersOrgId) rights.push('diyDesignBtn');
  if (backOfficePositions.includes(viewer.position)) rights.push('backstageManage');
  return rights.filter(right => !viewer.withheld?.includes(right));
}
