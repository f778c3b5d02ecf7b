let houses = 0;

/** The sections of a plain order, in the wizard's order: what a doctor types. No two are equal: what is saved is a change. */
export const sections = () => ({
  patient: {
    name: '张雨桐',
    gender: 2,
    birthDate: '2001-04-12',
    address: `滨江路 ${++houses} 号`,
    doctor: '李文清',
    clinic: '滨江口腔',
  },
  diagnosis: { flags: [92, 100], bite: 'taken', complaint: '前牙拥挤' },
  prescription: {
    method: 1,
    productType: 2,
    arch: 'both',
    extraction: 'no',
    ipr: 'yes',
    anchorage: 'moderate',
    midline: 'keep',
    crowdingRelief: ['ipr', 'expansion'],
    step: 0.2,
    angle: 2,
  },
  markers: { ipr: [{ contact: '11-21', mm: 0.2 }], confirmed: true },
  data: {
    courier: 2,
    trackingNumber: 'EMS123456789',
    deliveryAddress: {
      consignee: '李文清',
      phone: '13812345678',
      address: '滨江路 18 号 3 楼',
      zip: '200120',
      clinic: '滨江口腔',
    },
  },
});
