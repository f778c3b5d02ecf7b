/** Back-office settings for courier names. An empty name means the default name. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import { type CustomCourierName, customCourierName } from '#events/desk/courier-name.ts';
import { courierNameMax } from '#events/desk/couriers.ts';
import { deskSettingsQuery } from '#web/lib/chat-queries.ts';
import { languages } from '#web/lib/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './desk.module.css';
import { saveCourierNames } from './desk-commands.ts';

type Typed = Readonly<Record<number, CustomCourierName['name']>>;

const typedOf = (couriers: readonly CustomCourierName[]): Typed =>
  Object.fromEntries(
    options.courier.map(id => [
      id,
      {
        en: customCourierName(couriers, id, 'en') ?? '',
        'zh-CN': customCourierName(couriers, id, 'zh-CN') ?? '',
      },
    ]),
  );

/** The payload: a name in one language is used for both. */
const courierPayload = (typed: Typed): CustomCourierName[] =>
  options.courier.flatMap(courier => {
    const [en, zh] = [typed[courier]?.en.trim() ?? '', typed[courier]?.['zh-CN'].trim() ?? ''];
    return en || zh ? [{ courier, name: { en: en || zh, 'zh-CN': zh || en } }] : [];
  });

function Names({ couriers }: { couriers: readonly CustomCourierName[] }) {
  const { t } = useTranslation(['desk', 'rx', 'backOffice']);
  const [typed, setTyped] = useState<Typed | null>(null);
  const [pending, setPending] = useState(false);
  const shown = typed ?? typedOf(couriers);
  const save = async () => {
    setPending(true);
    const done = await saveCourierNames(courierPayload(shown));
    setPending(false);
    if (!done.ok) return;
    setTyped(null);
    toast({ text: t('desk:couriers.saved'), tone: 'ok' });
  };
  return (
    <Panel
      title={t('desk:couriers.title')}
      note={t('desk:couriers.note')}
      footer={
        typed && (
          <span className={styles.acts}>
            <Button variant="primary" pending={pending} onPress={() => void save()}>
              {t('desk:couriers.save')}
            </Button>
            <Button onPress={() => setTyped(null)}>{t('desk:couriers.reset')}</Button>
          </span>
        )
      }
    >
      <ul className={styles.couriers}>
        {options.courier.map(id => (
          <li key={id}>
            <b className="num">{id}</b>
            {languages.map(lang => (
              <TextField
                key={lang}
                label={t('desk:couriers.name', { id, language: t(`backOffice:language.${lang}`) })}
                placeholder={t(`desk:couriers.usual.${id}`)}
                maxLength={courierNameMax}
                autoComplete="off"
                value={shown[id]?.[lang] ?? ''}
                onChange={text =>
                  setTyped({ ...shown, [id]: { en: '', 'zh-CN': '', ...shown[id], [lang]: text } })
                }
              />
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function CourierSettings() {
  const { t } = useTranslation('desk');
  const { data, isError, refetch } = useQuery(deskSettingsQuery());
  if (isError && !data)
    return (
      <EmptyState title={t('failed')} action={<Button onPress={() => void refetch()}>{t('retry')}</Button>} />
    );
  if (!data) return <Skeleton lines={7} label={t('loading')} />;
  if (!data.may.keep) return <EmptyState title={t('notYours')}>{t('notYoursHow')}</EmptyState>;
  return <Names couriers={data.couriers} />;
}
