/** Words for entries of the audit. An act, kind or detail without words does not compile. */
import { useTranslation } from 'react-i18next';
import { type AuditDetail, type AuditWord, auditDetailsOf } from '#events/audit/details.ts';
import type { AuditedType, AuditKind } from '#events/audit/kinds.ts';
import { organisationName } from '#events/person/organisation.ts';
import type words from '#web/i18n/en/audit.json';
import { useBoot } from '#web/lib/boot.tsx';
import type { AuditItem } from './audit-queries.ts';

type Words = typeof words;
/** Dotted keys of the groups of words, without the suffixes of plurals. */
type Written = {
  [Group in keyof Words & string]: Words[Group] extends string
    ? never
    : `${Group}.${Stem<keyof Words[Group] & string>}`;
}[keyof Words & string];
type Stem<Key extends string> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key;

const actWord = (type: AuditedType): Written => `act.${type}`;
const kindWord = (kind: AuditKind): Written => `kind.${kind}`;
const detailWord = (word: AuditWord): Written => word;

export function useAuditFormatters() {
  const { t } = useTranslation(['audit', 'case', 'rx']);
  const { lang } = useBoot();
  const detail = (one: AuditDetail): string => {
    if ('text' in one) return one.text;
    // Cast: the codes come from events, which have codes of every release.
    if ('option' in one) return t(`rx:option.${one.option}` as 'rx:option.method.1');
    if ('position' in one) return t(`case:position.${one.position}`);
    return t(`audit:${detailWord(one.word)}`, { ...one.values });
  };
  return {
    act: ({ type }: Pick<AuditItem, 'type'>): string => t(`audit:${actWord(type)}`),
    kind: (kind: AuditKind): string => t(`audit:${kindWord(kind)}`),
    details: ({ facts, organisation }: Pick<AuditItem, 'facts' | 'organisation'>): string =>
      [
        ...(organisation ? [organisationName(organisation, lang)] : []),
        ...auditDetailsOf(facts).map(detail),
      ].join(' · '),
    name: ({ id, name }: AuditItem['by']): string => (id === 'system' ? t('audit:system') : name),
    range: (range: string): string => (range === 'local' ? t('audit:local') : range),
  };
}
