/** Complete orders, section by section, as a doctor fills them in: for clear aligners and for lingual brackets. */
import type { Sections } from '../case/sections.ts';

export const samplePatient: Sections['patient'] = {
  name: '张伟',
  gender: 1,
  birthDate: '1999-02-28',
  address: '长江路 12 号',
  doctor: 'Wei Li',
  clinic: 'Riverside Dental',
};
export const sampleDiagnosis: Sections['diagnosis'] = {
  flags: [92, 100],
  bite: 'taken',
  complaint: '前牙不齐',
};
export const sampleAlignerPrescription: Sections['prescription'] = {
  method: 1,
  productType: 1,
  arch: 'both',
  extraction: 'no',
  ipr: 'yes',
  anchorage: 'moderate',
  midline: 'keep',
  overbite: 'mild',
  overjet: 'normal',
  molarRight: 'neutral',
  molarLeft: 'neutral',
  crowdingRelief: ['ipr', 'expansion'],
  step: 0.2,
  angle: 2,
  overcorrection: 'not-needed',
  attachmentPosition: 'default',
};
export const sampleLingualPrescription: Sections['prescription'] = {
  method: 2,
  lingual: {
    archShape: 'oval',
    archWidth: 'keep',
    brackets: { '11': ['B'], '21': ['B', 'H'] },
    torque: { '11': 7, '21': 7 },
  },
};
export const sampleMarkers: Sections['markers'] = { noMove: [18], confirmed: true };
export const sampleDeliveryAddress: NonNullable<Sections['data']['deliveryAddress']> = {
  consignee: '周敏',
  phone: '13812345678',
  address: '长江路 12 号 3 楼',
  zip: '200001',
  clinic: 'Riverside Dental',
};
export const sampleDataSection: Sections['data'] = { deliveryAddress: sampleDeliveryAddress };
/** Courier and tracking number of a parcel: plaster models to the laboratory, or aligners to the clinic. */
export const sampleParcel = { courier: 2, trackingNumber: 'EMS123456789' } as const;

export const emptyOrder: Sections = { patient: {}, diagnosis: {}, prescription: {}, markers: {}, data: {} };
export const sampleAlignerOrder: Sections = {
  patient: samplePatient,
  diagnosis: sampleDiagnosis,
  prescription: sampleAlignerPrescription,
  markers: sampleMarkers,
  data: sampleDataSection,
};
export const sampleLingualOrder: Sections = {
  ...sampleAlignerOrder,
  prescription: sampleLingualPrescription,
  markers: {},
};
