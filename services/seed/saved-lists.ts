/** The demo doctor's saved presets and addresses. */

import type * as z from 'zod/mini';
import type { newAddressInputSchema } from '#events/address/address.ts';
import { addAddress, addressFold } from '#events/address/addresses.ts';
import type { DeliveryAddress } from '#events/case/sections.ts';
import type { newPresetInputSchema } from '#events/preset/preset.ts';
import { addPreset, presetFold } from '#events/preset/presets.ts';
import type { Clock } from '../clock/clock.ts';
import { createCommandHandler } from '../command/handler.ts';
import type { EventStore } from '../eventstore/port.ts';
import { formatFullAddress } from '../i18n/provinces.ts';
import { demoIdOf } from './demo-id.ts';

const personId = 'p-doctor';

const presets: readonly z.input<typeof newPresetInputSchema>[] = [
  {
    name: '拔 5 内收',
    prescription: {
      arch: 'both',
      extraction: 'yes',
      ipr: 'no',
      anchorage: 'strong',
      midline: 'keep',
      step: 0.2,
      angle: 2,
      gaps: 'close-all',
      overcorrection: 'needed',
      profile: 'improve',
    },
    extract: [15, 25, 35, 45],
  },
  {
    name: 'Expansion, small steps',
    prescription: {
      arch: 'both',
      extraction: 'no',
      ipr: 'yes',
      step: 0.15,
      angle: 1,
      crowdingRelief: ['expansion', 'ipr'],
      attachmentPosition: 'specified',
      attachmentTypes: ['rotation', 'root-control'],
    },
  },
];

const clinic = { consignee: '李文清', phone: '13812340001', clinic: '静安齐美口腔' };
const usual = {
  ...clinic,
  province: '310000',
  city: '310100',
  zip: '200040',
  address: '静安区南京西路 1266 号 8 楼 802 室',
};
/**
 * Creates the default address as the doctor's cases hold it. It is a function, because every start loads this file and
 * spelling city names takes long.
 */
export const createDefaultDeliveryAddress = (): DeliveryAddress => ({
  ...clinic,
  zip: usual.zip,
  address: formatFullAddress(usual),
});
const addresses: readonly z.input<typeof newAddressInputSchema>[] = [
  usual,
  {
    consignee: '周敏',
    phone: '0512-66000012 转 6',
    clinic: '齐美口腔苏州分院',
    province: '320000',
    city: '320500',
    zip: '215000',
    address: '姑苏区人民路 118 号 3 楼',
  },
];

/** Saves them as the doctor would. */
export async function saveDemoLists(ports: { store: EventStore; clock: Clock }): Promise<void> {
  const presetStream = createCommandHandler(ports, presetFold);
  for (const input of presets) {
    const presetId = demoIdOf(`preset ${input.name}`);
    const ctx = { personId, presetId, reserved: [] };
    const command = { commandId: presetId, by: personId };
    await presetStream.handle(personId, command, state => addPreset(state, input, ctx));
  }
  const addressStream = createCommandHandler(ports, addressFold);
  for (const input of addresses) {
    const addressId = demoIdOf(`address ${input.clinic}`);
    const ctx = { personId, addressId, unknownPlace: () => undefined };
    const command = { commandId: addressId, by: personId };
    await addressStream.handle(personId, command, state => addAddress(state, input, ctx));
  }
}
