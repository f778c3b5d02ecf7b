/** Random variants of a draft's sections, complete or partly filled. */
import type { Sections } from '../case/sections.ts';
import { sampleAlignerOrder, sampleAlignerPrescription, sampleDeliveryAddress } from './orders.ts';
import type { Random } from './random.ts';

const surnames = ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '单', '欧阳'];
const given = ['伟', '芳', '娜', '秀英', '敏', '静', '磊', '洋', '艳', '勇'];
const latin = ['Oliver Grant', 'Ana Silva', "Sean O'Neil", 'Lena Vogt'];

export const randomPatientName = ({ pick, chance }: Random) =>
  chance(0.8) ? pick(surnames) + pick(given) : pick(latin);

export const sectionGenerators: { [S in keyof Sections]: (random: Random) => Sections[S] } = {
  patient: random => ({
    ...sampleAlignerOrder.patient,
    name: randomPatientName(random),
    gender: random.pick([1, 2] as const),
    birthDate: `19${70 + random.below(30)}-0${1 + random.below(9)}-11`,
    clinic: random.pick(['仁爱口腔', '天河诊所', 'Smile Clinic']),
    outsideCaseNumber: random.chance(0.5) ? `A-${1000 + random.below(9000)}` : undefined,
  }),
  diagnosis: random => ({ flags: [random.pick([92, 93, 97] as const)], bite: 'taken' }),
  prescription: random => ({
    ...sampleAlignerPrescription,
    productType: random.chance(0.7) ? random.pick([1, 2, 3] as const) : undefined,
    arch: random.pick(['both', 'upper', 'lower'] as const),
    ipr: 'not-sure',
    anchorage: 'mild',
    overbite: 'normal',
    overjet: 'mild',
    crowdingRelief: ['expansion'],
  }),
  markers: () => ({ confirmed: true }),
  data: random => ({
    dataOrderNumber: `DO-${1000 + random.below(9000)}`,
    receiver: '王医生',
    deliveryAddress: sampleDeliveryAddress,
  }),
};
