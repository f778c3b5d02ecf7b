/** The ten positions, and a person as the rules see one. */

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

/** The doctor's side: those who open cases and are served by an organisation's staff. */
export const clinicians = ['Doctor', 'Designer', 'Assistant'] as const satisfies readonly Position[];

/** True for a position of the doctor's side. */
export const isClinician = (position: string | undefined): boolean =>
  clinicians.some(one => one === position);

/** Who asks: all that any rule may know of a person. */
export type Viewer = {
  id: string;
  position: Position;
  orgId: string;
  /** The doctors an Assistant serves; empty for everybody else. */
  serves: readonly string[];
};

/** The organisation whose members design their own cases. */
export const selfDesigners = 'ediy';

/** Those who manage the product's pages for the people whom their organisation serves (right `backstageManage`). */
export const backOfficePositions: readonly Position[] = ['Admin', 'SuperMechanic', 'Service'];

/** Button rights beside the names of actions (product-spec.md 6, lifecycle.md "Rights"). */
export function menuRights(viewer: Viewer): string[] {
  const rights: string[] = [];
  if (viewer.position === 'Doctor' || viewer.position === 'Designer') rights.push('PreferenceSet');
  if (viewer.orgId === selfDesigners) rights.push('diyDesignBtn');
  if (backOfficePositions.includes(viewer.position)) rights.push('backstageManage');
  return rights;
}
