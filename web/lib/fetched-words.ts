/** Words that a page did not bring: a chunk for each namespace and language. For the browser only. */
import type { BackendModule, ResourceKey } from 'i18next';

async function wordsOf(lang: string, ns: string): Promise<ResourceKey> {
  const { wordFiles } = await import('./word-files.ts');
  return (await wordFiles[`../i18n/${lang}/${ns}.json`]?.()) ?? {};
}

export const fetchedWords: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (lang, ns, done) => {
    wordsOf(lang, ns).then(
      words => done(null, words),
      error => done(error, false),
    );
  },
};
