/** A panel that changes some fields of an organisation, with its own button. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrganisationChange } from '#events/person/organisation.ts';
import { refusalOf } from '#web/lib/act.ts';
import { type CommandState, useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './people.module.css';
import { changeOrganisation } from './people-queries.ts';

type Fields<T> = { value: T; set: (change: Partial<T>) => void; issueAt: CommandState['error'] };

type Props<T extends OrganisationChange> = {
  orgId: string;
  title: string;
  note?: string;
  /** The values as stored. */
  stored: T;
  /** Names of the fields that show their issues themselves. */
  fields: readonly string[];
  children: (fields: Fields<T>) => ReactNode;
};

export function OrganisationForm<T extends OrganisationChange>(props: Props<T>) {
  const { orgId, title, note, stored, fields, children } = props;
  const { t } = useTranslation('people');
  const [typed, setTyped] = useState<Partial<T>>({});
  const command = useCommandState();
  const above = command.other(fields);
  const isTyped = Object.keys(typed).length > 0;
  const save = async () => {
    if (command.pending || !isTyped) return;
    const isDone = await command.run(async () => refusalOf(await changeOrganisation(orgId, typed)));
    if (!isDone) return;
    setTyped({});
    toast({ text: t('organisations.saved'), tone: 'ok' });
  };
  const reset = () => {
    setTyped({});
    command.clear();
  };
  return (
    <Panel
      title={title}
      note={note}
      footer={
        isTyped && (
          <span className={styles.acts}>
            <Button onPress={reset}>{t('cancel')}</Button>
            <Button variant="primary" pending={command.pending} onPress={() => void save()}>
              {t('organisations.save')}
            </Button>
          </span>
        )
      }
    >
      <div className={styles.fields}>
        {above && <Banner tone="danger">{above}</Banner>}
        {children({
          value: { ...stored, ...typed },
          set: change => setTyped({ ...typed, ...change }),
          issueAt: command.error,
        })}
      </div>
    </Panel>
  );
}
