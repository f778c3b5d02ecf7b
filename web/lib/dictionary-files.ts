/** Loaders of the dictionaries by path: one chunk per namespace and language. */
import type { ResourceKey } from 'i18next';

export const dictionaryLoaderByPath = import.meta.glob<ResourceKey>('../i18n/*/*.json', {
  import: 'default',
});
