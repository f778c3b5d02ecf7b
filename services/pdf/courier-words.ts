/** Texts of a paper, with the organisation's own names for its couriers. */
import type { TFunction } from 'i18next';
import { type CourierName, customCourierName } from '#events/desk/courier-name.ts';
import type { Lang } from '../i18n/dictionaries.ts';

const courierKey = /^rx:option\.courier\.(\d+)$/;

export function withCourierNames(t: TFunction, couriers: readonly CourierName[], lang: Lang): TFunction {
  if (couriers.length === 0) return t;
  const withNames = (key: string, ...rest: []) => {
    const [, id] = courierKey.exec(key) ?? [];
    return (id && customCourierName(couriers, Number(id), lang)) || t(key, ...rest);
  };
  // Cast: the same function except for one list's words.
  return withNames as TFunction;
}
