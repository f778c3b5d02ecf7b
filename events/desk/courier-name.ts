/** Looks up a courier's own name. Separate from its schema, because every page loads this. Pure. */

export type CustomCourierName = { courier: number; name: { en: string; 'zh-CN': string } };

/** Returns the organisation's own name of a courier; undefined if it uses the default name. */
export const customCourierName = (
  couriers: readonly CustomCourierName[],
  id: number,
  lang: keyof CustomCourierName['name'],
): string | undefined => couriers.find(({ courier }) => courier === id)?.name[lang];
