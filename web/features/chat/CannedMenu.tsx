/** What the desk says often, put into the field with the doctor's name and the case in it. */
import { useQuery } from '@tanstack/react-query';
import { MessageSquareQuote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { filled } from '#events/desk/canned.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { desk } from '#web/lib/talk-view.ts';
import { me } from '#web/lib/view.ts';
import { Menu } from '#web/ui/menu.tsx';
import { useTalk } from './TalkContext.tsx';

export function CannedMenu({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation('chat');
  const { lang } = useBoot();
  const { of } = useTalk();
  const { data } = useQuery(desk());
  const { data: who } = useQuery(me());
  const canned = data?.canned ?? [];
  if (canned.length === 0) return null;
  const values = { doctor: of.owner.name, case: of.caseId ?? '', me: who?.name ?? '' };
  return (
    <Menu
      label={t('canned')}
      placement="top start"
      trigger={{
        variant: 'quiet',
        size: 'small',
        children: t('canned'),
        icon: <MessageSquareQuote aria-hidden="true" />,
        arrow: false,
      }}
      items={canned.map(({ id, title, text }) => ({
        id,
        label: title[lang],
        onPress: () => onChoose(filled(text[lang], values)),
      }))}
    />
  );
}
