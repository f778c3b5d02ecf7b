/** How a named courier is read. Kept apart from its schema: every page of the app loads this. Pure. */

export type CourierName = { courier: number; name: { en: string; 'zh-CN': string } };

/** The name in a language; undefined where the courier has its usual name. */
export const courierName = (
  couriers: readonly CourierName[],
  id: number,
  lang: keyof CourierName['name'],
): string | undefined => couriers.find(({ courier }) => courier === id)?.name[lang];
