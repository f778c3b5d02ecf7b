/** A canned answer with marked placeholders, or filled in with an example. */
import { useTranslation } from 'react-i18next';
import { cannedAnswerPlaceholders, fillPlaceholders } from '#events/desk/canned.ts';
import { TermText } from '#web/features/term/TermText.tsx';
import { useBoot } from '#web/lib/boot.tsx';

export function CannedAnswerText({ text }: { text: string }) {
  const { t } = useTranslation('desk');
  const { lang } = useBoot();
  const values = Object.fromEntries(
    cannedAnswerPlaceholders.map(name => [name, `‹${t(`canned.placeholder.${name}`)}›`]),
  );
  return <TermText text={fillPlaceholders(text, values)} lang={lang} />;
}

export function CannedAnswerExample({ text }: { text: string }) {
  const { t } = useTranslation('desk');
  const { lang } = useBoot();
  const values = Object.fromEntries(
    cannedAnswerPlaceholders.map(name => [name, t(`canned.example.${name}`)]),
  );
  return <TermText text={fillPlaceholders(text, values)} lang={lang} />;
}
