/** Errors of an article as text, by field. */
import { useTranslation } from 'react-i18next';
import type { Issue } from '#events/errors.ts';
import { type ArticleKind, articleLanguages } from '#events/news/kinds.ts';

/** Returns a function from an issue to a sentence that names the field: `Title (English): required`. */
export function useArticleIssueFormatter(kind: ArticleKind): (issue: Issue) => string {
  const { t } = useTranslation(['backOffice', 'error']);
  return ({ path, issue, values }) => {
    const what = t(`error:issue.${issue}`, { ...values });
    const lang = articleLanguages.find(one => path.startsWith(`texts.${one}.`));
    if (!lang) return t('backOffice:issueOf', { field: t(`backOffice:field.${path}`), what });
    const part = path.endsWith('.title') ? 'title' : 'body';
    const field = t(kind === 'faq' ? `backOffice:faqField.${part}` : `backOffice:field.${part}`);
    return t('backOffice:issueIn', { field, language: t(`backOffice:language.${lang}`), what });
  };
}
