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

/** Button rights beside the names of actions (product-spec.md 6, lifecycle.md "Rights"). */
export function menuRights(viewer: Viewer): string[] {
  const rights: string[] = [];
  if (viewer.position === 'Doctor' || viewer.position === 'Designer') rights.push('PreferenceSet');
  if (viewer.orgId === selfDesigners) rights.push('diyDesignBtn');
  if (['Admin', 'SuperMechanic', 'Service'].includes(viewer.position)) rights.push('backstageManage');
  return rights;
}
