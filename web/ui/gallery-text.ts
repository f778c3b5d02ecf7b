import texts from './gallery-texts.json' with { type: 'json' };

export type GalleryTextKey = keyof typeof texts;

export const galleryLanguage: 'en' | 'zh' = globalThis.location?.search.includes('lang=zh') ? 'zh' : 'en';

export function galleryText(key: GalleryTextKey): string {
  return texts[key][galleryLanguage];
}

const t = galleryText;

export const galleryTexts = {
  close: t('close'),
  clear: t('clear'),
  optional: t('optional'),
  required: t('required'),
  loading: t('loading'),
  showPassword: t('showPassword'),
  hidePassword: t('hidePassword'),
  previousPage: t('previousPage'),
  nextPage: t('nextPage'),
  selectAll: t('selectAll'),
  moreActions: t('moreActions'),
  notifications: t('notifications'),
  chooseFile: t('chooseFile'),
  increase: t('increase'),
  decrease: t('decrease'),
  showOptions: t('showOptions'),
  unset: t('unset'),
  noSuchDay: t('noSuchDay'),
};
