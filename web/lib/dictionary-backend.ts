/** Loads dictionaries that the page did not include: one chunk per namespace and language. Browser only. */
import type { BackendModule, ResourceKey } from 'i18next';

async function wordsOf(lang: string, ns: string): Promise<ResourceKey> {
  const { dictionaryLoaderByPath } = await import('./dictionary-files.ts');
  return (await dictionaryLoaderByPath[`../i18n/${lang}/${ns}.json`]?.()) ?? {};
}

export const dictionaryBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (lang, ns, done) => {
    wordsOf(lang, ns).then(
      words => done(null, words),
      error => done(error, false),
    );
  },
};
