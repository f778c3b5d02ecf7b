/** Changes position and organisation of a person. Says beforehand what the change closes and opens for the person. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { positions } from '#events/person/position.ts';
import { rightsChangeOfMove } from '#events/person/rights-of-move.ts';
import { refusalOf } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { PositionFields, type TypedPosition } from './PositionFields.tsx';
import styles from './people.module.css';
import { movePerson, type OrganisationItem, type PersonDetail } from './people-queries.ts';
import { useRightNameLookup } from './useRightNameLookup.ts';

type Props = { person: PersonDetail; organisations: readonly OrganisationItem[]; onClose: () => void };

const fields = ['position', 'orgId', 'serves'];

export function MovePersonDialog({ person, organisations, onClose }: Props) {
  const { t } = useTranslation('people');
  const { name, held } = person;
  const [to, setTo] = useState<TypedPosition>({
    position: person.position,
    orgId: person.orgId,
    serves: person.serves,
  });
  const command = useCommandState();
  const above = command.other(fields);
  const count = held.owned + held.assigned;
  const isMove = to.position !== person.position || to.orgId !== person.orgId;

  const submit = async () => {
    const isDone = await command.run(async () => refusalOf(await movePerson(person.id, to)));
    if (!isDone) return;
    toast({ text: t('move.done', { name }), tone: 'ok' });
    onClose();
  };
  return (
    <SubmitDialog
      size="medium"
      title={t('move.title', { name })}
      cancel={t('cancel')}
      confirm={t('move.confirm')}
      pending={command.pending}
      disabledReason={count > 0 ? t('move.held', { count }) : isMove ? undefined : t('move.same')}
      submit={submit}
      onClose={onClose}
    >
      <div className={styles.form}>
        {count > 0 && <Banner tone="warn">{t('move.held', { count })}</Banner>}
        {above && <Banner tone="danger">{above}</Banner>}
        <PositionFields value={to} onChange={setTo} organisations={organisations} issueAt={command.error} />
        {isMove && <RightsChangeLists person={person} to={to} organisations={organisations} />}
      </div>
    </SubmitDialog>
  );
}

type ListsProps = Pick<Props, 'person' | 'organisations'> & { to: TypedPosition };

function RightsChangeLists({ person, to, organisations }: ListsProps) {
  const { t } = useTranslation('people');
  const position = positions.find(one => one === to.position);
  if (!position) return null;
  const withheldIn = (orgId: string) => organisations.find(one => one.orgId === orgId)?.withheld;
  const { closes, opens } = rightsChangeOfMove(
    { position: person.position, orgId: person.orgId, withheld: withheldIn(person.orgId) },
    { position, orgId: to.orgId, withheld: withheldIn(to.orgId) },
  );
  return (
    <>
      <p className="t-2 t-small">
        {t(to.orgId === person.orgId ? 'move.sees' : 'move.seesElsewhere')}
        {person.assistants.length > 0 && ` ${t('move.assistants', { count: person.assistants.length })}`}
      </p>
      <div className={styles.rights}>
        <RightList title={t('move.closes', { count: closes.length })} rights={closes} />
        <RightList title={t('move.opens', { count: opens.length })} rights={opens} />
      </div>
    </>
  );
}

function RightList({ title, rights }: { title: string; rights: readonly string[] }) {
  const { t } = useTranslation('people');
  const nameOf = useRightNameLookup();
  return (
    <section>
      <h3 className="t-small t-strong">{title}</h3>
      {rights.length === 0 ? (
        <p className="t-3 t-small">{t('move.nothing')}</p>
      ) : (
        <ul>
          {rights.map(right => (
            <li key={right}>{nameOf(right)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
