/** The chunk of each namespace in each language, by its path: a long table of names, fetched where one is wanted. */
import type { ResourceKey } from 'i18next';

export const wordFiles = import.meta.glob<ResourceKey>('../i18n/*/*.json', { import: 'default' });
