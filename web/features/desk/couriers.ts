/** Applies the desk's courier names to the page's dictionary, so that every text with a courier uses them. */
import { useQuery } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import { type CustomCourierName, customCourierName } from '#events/desk/courier-name.ts';
import { deskSettingsQuery } from '#web/lib/chat-queries.ts';
import { type Lang, languageFromCookie } from '#web/lib/i18n.ts';

const group = 'option.courier';

/** The dictionary's original names, for restoring them. */
const usual = new WeakMap<i18n, Record<string, string>>();

/** Applies the names once the dictionary has couriers; returns false before that. */
export function overrideCourierNames(
  words: i18n,
  lang: Lang,
  couriers: readonly CustomCourierName[],
): boolean {
  const found: Record<string, string> | undefined = usual.get(words) ?? words.getResource(lang, 'rx', group);
  if (!found) return false;
  // Copies the names: `addResourceBundle` changes the dictionary object itself.
  const own = { ...found };
  usual.set(words, own);
  const named = Object.fromEntries(
    options.courier.map(id => [id, customCourierName(couriers, id, lang) ?? own[id] ?? '']),
  );
  const shown: Record<string, string> = words.getResource(lang, 'rx', group);
  if (JSON.stringify(shown) === JSON.stringify(named)) return true;
  words.addResourceBundle(lang, 'rx', { option: { courier: named } }, true, true);
  return true;
}

/** Keeps the dictionary's courier names current, also when the dictionary loads later. */
export function useCourierNameSync(): void {
  const { data } = useQuery(deskSettingsQuery());
  const { i18n: words } = useTranslation();
  const couriers = data?.couriers;
  useEffect(() => {
    if (!couriers) return;
    const lay = () => void overrideCourierNames(words, languageFromCookie(words.language), couriers);
    lay();
    words.on('loaded', lay);
    return () => words.off('loaded', lay);
  }, [words, couriers]);
}
