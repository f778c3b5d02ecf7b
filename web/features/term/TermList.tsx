/** The glossary in both languages side by side, by group. Needs no script, so any page can contain it. */
import type { TFunction } from 'i18next';
import { glossary } from '#events/term/glossary.ts';
import {
  otherLang,
  type Term,
  type TermLang,
  termDisplayName,
  termGroups,
  termName,
} from '#events/term/term.ts';
import styles from './term.module.css';

type Props = {
  t: TFunction;
  /** The reader's language, shown first. */
  lang: TermLang;
  /** Ids of the terms to show; default: all. */
  shown?: ReadonlySet<string>;
};

function Side({ term, lang }: { term: Term; lang: TermLang }) {
  const others = term.names[lang].slice(1).map(termDisplayName);
  return (
    <div className={styles.side} lang={lang}>
      <span>
        <span className={styles.name}>{termName(term, lang)}</span>
        {others.length > 0 && (
          <span className="t-small t-3">{`  ${others.join(lang === 'en' ? ', ' : '、')}`}</span>
        )}
      </span>
      <span className="t-2">{term.about[lang]}</span>
    </div>
  );
}

/** The name of a group and its shown terms. */
function Group({ t, lang, group, terms }: Props & { group: string; terms: readonly Term[] }) {
  return (
    <section className={styles.group} id={`group-${group}`} aria-labelledby={`group-${group}-title`}>
      <h2 className="t-title" id={`group-${group}-title`}>
        {t(`term:group.${group}`)}
      </h2>
      <ul className={`rows ${styles.terms}`}>
        {terms.map(term => (
          <li key={term.id} id={term.id} className={styles.line}>
            <Side term={term} lang={lang} />
            <Side term={term} lang={otherLang(lang)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function TermList({ t, lang, shown }: Props) {
  const of = (group: string) =>
    glossary.filter(term => term.group === group && (shown?.has(term.id) ?? true));
  return (
    <div className={styles.list}>
      {termGroups.map(group => {
        const terms = of(group);
        return terms.length > 0 && <Group key={group} t={t} lang={lang} group={group} terms={terms} />;
      })}
    </div>
  );
}
