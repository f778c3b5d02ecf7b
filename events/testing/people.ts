/** People for tests: one of each position around the clinic `clinic`, and strangers without a part in the case. */
import { patientViewer } from '../case/permissions.ts';
import { type Position, positions, type Viewer } from '../person/position.ts';

const viewer = (id: string, position: Position, orgId: string, serves: readonly string[] = []): Viewer => ({
  id,
  position,
  orgId,
  serves,
});

/** Serving organisation of each organisation: `main` serves `clinic` and `ediy` (self-designers); `other` serves itself. */
export const servingOrgByOrg: Record<string, string> = {
  clinic: 'main',
  ediy: 'main',
  main: 'main',
  other: 'other',
};

export const doctor = viewer('p-doctor', 'Doctor', 'clinic');
export const doctor2 = viewer('p-doctor2', 'Doctor', 'clinic');
export const assistant = viewer('p-assistant', 'Assistant', 'clinic', ['p-doctor']);
export const assistant2 = viewer('p-assistant2', 'Assistant', 'clinic', ['p-doctor2']);
export const designer = viewer('p-designer', 'Designer', 'ediy');
export const technician = viewer('p-technician', 'Technician', 'main');
export const technician2 = viewer('p-technician2', 'Technician', 'main');
export const expert = viewer('p-expert', 'Specialist', 'main');
export const supervisor = viewer('p-supervisor', 'SuperMechanic', 'main');
export const supervisor2 = viewer('p-supervisor2', 'SuperMechanic', 'main');
export const service = viewer('p-service', 'Service', 'main');
/** A patient, who acts through the link of their wear page. */
export const patient = patientViewer('0f7c9a52-3c1e-4e5b-9a6d-2b8f1c4d7e90');
export const vendor = viewer('p-vendor', 'VendorAdmin', 'main');
export const admin = viewer('p-admin', 'Admin', 'main');
export const analyst = viewer('p-analyst', 'Analyst', 'main');

/** One person of each position in an unrelated organisation. */
export const strangers: readonly Viewer[] = positions.map(p =>
  viewer(`x-${p}`, p, 'other', p === 'Assistant' ? ['x-Doctor'] : []),
);

export const staff = { technician, expert, supervisor, service, vendor, admin, analyst };
export const everybody: readonly Viewer[] = [
  ...[doctor, doctor2, assistant, assistant2, designer, technician, technician2, expert, supervisor],
  ...[supervisor2, service, vendor, admin, analyst, ...strangers],
];
