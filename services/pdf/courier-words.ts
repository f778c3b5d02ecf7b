/** Returns texts for a paper in which the organisation's own names for its couriers replace the defaults. */
import type { TFunction } from 'i18next';
import { type CustomCourierName, customCourierName } from '#events/desk/courier-name.ts';
import type { Lang } from '../i18n/dictionaries.ts';

const courierKey = /^rx:option\.courier\.(\d+)$/;

export function withCourierNames(
  t: TFunction,
  couriers: readonly CustomCourierName[],
  lang: Lang,
): TFunction {
  if (couriers.length === 0) return t;
  const withNames = (key: string, ...rest: []) => {
    const [, id] = courierKey.exec(key) ?? [];
    return (id && customCourierName(couriers, Number(id), lang)) || t(key, ...rest);
  };
  // Cast: the function is the same except for the words of one list.
  return withNames as TFunction;
}
