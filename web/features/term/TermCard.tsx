/** The definition of a term in the reader's language, with its name in the other one. */
import { useTranslation } from 'react-i18next';
import { findTerm } from '#events/term/glossary.ts';
import { otherLang, type TermLang, termName, termTitle } from '#events/term/term.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './term.module.css';

/** @param said the word to look up in the glossary; default: the term's name */
export function TermCard({ id, said }: { id: string; said?: string }) {
  const { t } = useTranslation('term');
  const lang: TermLang = useBoot().lang;
  const term = findTerm(id);
  if (!term) return null;
  const other = otherLang(lang);
  return (
    <span className={styles.card}>
      <strong className="t-title">{termTitle(term, lang)}</strong>
      <span lang={other} className="t-2">
        {termTitle(term, other)}
      </span>
      <span>{term.about[lang]}</span>
      <Link href={`/terms?q=${encodeURIComponent(said ?? termName(term, lang))}`} className="link t-small">
        {t('inGlossary')}
      </Link>
    </span>
  );
}
