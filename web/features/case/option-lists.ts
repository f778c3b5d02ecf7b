/** Which keyed list a field's answers come from, and the words of its keys: for forms and for what shows them. */
import type { OptionList } from '#events/case/options.ts';

/** The keyed list that a field's answers come from. */
export const listOf: Record<string, OptionList> = {
  'patient.gender': 'gender',
  'diagnosis.flags': 'diagnosis',
  'diagnosis.bite': 'bite',
  'diagnosis.corrections': 'correction',
  'prescription.method': 'method',
  'prescription.productType': 'productType',
  'prescription.arch': 'arch',
  'prescription.extraction': 'yesNoUnsure',
  'prescription.ipr': 'yesNoUnsure',
  'prescription.anchorage': 'anchorage',
  'prescription.midline': 'midline',
  'prescription.midlineAmount': 'midlineAmount',
  'prescription.overbite': 'grade',
  'prescription.overjet': 'grade',
  'prescription.molarRight': 'molar',
  'prescription.molarLeft': 'molar',
  'prescription.crowdingRelief': 'crowdingRelief',
  'prescription.step': 'step',
  'prescription.angle': 'angle',
  'prescription.overcorrection': 'overcorrection',
  'prescription.attachmentPosition': 'attachmentPosition',
  'prescription.attachmentTypes': 'attachmentType',
  'prescription.profile': 'profile',
  'prescription.bruxism': 'bruxism',
  'prescription.molarAdjustment': 'molarAdjustment',
  'prescription.posteriorLock': 'posteriorLock',
  'prescription.gaps': 'gaps',
  'data.courier': 'courier',
};

export const optionWord = (list: OptionList, key: number | string): string =>
  `rx:option.${list}.${String(key).replace('.', '_')}`;
