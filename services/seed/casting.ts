/** Assigns the demo's people to the roles of a case, and gives its patient and clinic. */
import { patientViewer, systemViewer } from '#events/case/permissions.ts';
import type { Sections } from '#events/case/sections.ts';
import type { Viewer } from '#events/person/position.ts';
import { demoCaseTexts } from './case-texts.ts';
import type { DemoCaseSpec } from './cases.ts';
import type { DemoCaseRole } from './demo-step.ts';
import { clinicsOfDoctors, type DemoUser, demoViewerOf } from './people.ts';
import { demoTreatments } from './prescriptions.ts';
import { createDefaultDeliveryAddress } from './saved-lists.ts';

/** Returns the case's designer: the one that its path names, otherwise one of the two technicians. */
function designerOf({ path, owner, look }: DemoCaseSpec): DemoUser {
  if (path === 'own design') return 'designer';
  if (path === 'taken by the supervisor') return 'supervisor';
  return owner === 'doctor' && look !== 2 ? 'technician' : 'technician2';
}

export function viewersByRole(spec: DemoCaseSpec): Record<DemoCaseRole, Viewer> {
  const owner = demoViewerOf(spec.owner);
  return {
    owner,
    // The assistant does the paperwork of some cases of her doctor.
    clerk: spec.owner === 'doctor' && spec.look === 0 ? demoViewerOf('assistant') : owner,
    assignee: demoViewerOf(designerOf(spec)),
    expert: demoViewerOf('expert'),
    supervisor: demoViewerOf('supervisor'),
    service: demoViewerOf('service'),
    vendor: demoViewerOf('vendor'),
    system: systemViewer,
    patient: patientViewer('00000000-0000-4000-8000-000000000000'),
  };
}

export type CaseParticulars = {
  patient: Sections['patient'];
  diagnosis: Sections['diagnosis'];
  /** Values of the section `data`. */
  delivery: Record<string, unknown>;
};

export function caseParticularsOf({ owner, patient, treatment, tongue }: DemoCaseSpec): CaseParticulars {
  const at = clinicsOfDoctors[owner] ?? clinicsOfDoctors.doctor;
  const words = demoCaseTexts[tongue];
  const city = tongue === 'zh' ? '上海市' : 'Shanghai';
  const { doctor: consignee, address, zip, clinic } = at ?? {};
  const place =
    owner === 'doctor'
      ? createDefaultDeliveryAddress()
      : { consignee, phone: '021-62881266', address, zip, clinic };
  return {
    patient: {
      ...patient,
      address: city,
      doctor: at?.doctor,
      clinic: at?.clinic,
      clinicAddress: at?.address,
    },
    diagnosis: { ...demoTreatments[treatment].diagnosis, complaint: words.complaint, info: words.info },
    delivery: { receiver: at?.doctor, deliveryAddress: place },
  };
}
