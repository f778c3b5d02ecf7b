/**
 * Examples of the wizard's sections. Sent one after the other to a new case they leave it at status 7: all is there
 * but its files, and no courier is named.
 */
import type { SectionName, Sections } from '#events/case/sections.ts';

export const sectionExamples: { [S in SectionName]: Sections[S] } = {
  patient: {
    name: '张伟',
    gender: 1,
    birthDate: '1998-04-17',
    address: '18 Riverside Road',
    doctor: '李明',
    clinic: 'Riverside Dental',
    visitDate: '2026-09-01',
  },
  diagnosis: { flags: [92, 103], bite: 'taken', complaint: 'Crowded front teeth', corrections: [159, 169] },
  prescription: {
    method: 1,
    productType: 1,
    arch: 'both',
    extraction: 'no',
    ipr: 'yes',
    anchorage: 'moderate',
    midline: 'keep',
    overbite: 'mild',
    overjet: 'mild',
    molarRight: 'neutral',
    molarLeft: 'neutral',
    crowdingRelief: ['expansion', 'ipr'],
    step: 0.2,
    angle: 2,
    overcorrection: 'not-needed',
    attachmentPosition: 'default',
  },
  markers: { noMove: [17, 27], ipr: [{ contact: '11-21', mm: 0.2 }], confirmed: true },
  data: {
    receiver: '王芳',
    deliveryAddress: {
      consignee: '李明',
      phone: '13812345678',
      address: '18 Riverside Road, floor 3',
      zip: '200001',
      clinic: 'Riverside Dental',
    },
  },
};
