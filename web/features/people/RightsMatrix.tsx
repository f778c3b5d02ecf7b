/**
 * The rights in force as a table of positions and rights or actions, read from the tables that decide them; and the
 * switches of an organisation.
 */
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { actionsEverAllowed } from '#events/case/permissions.ts';
import { actionNames } from '#events/case/rules.ts';
import { type Position, positions, type SwitchableRight, switchableRights } from '#events/person/position.ts';
import { isWithheld, positionsHoldingRight } from '#events/person/switches.ts';
import type { BackOfficeSectionProps } from '#web/lib/back-office-search-params.ts';
import { backOfficeHref } from '#web/lib/back-office-search-params.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import styles from './people.module.css';
import { managedOrganisationsQuery, type OrganisationItem, ownOrganisationQuery } from './people-queries.ts';
import { RightChanges } from './RightChanges.tsx';
import { RightSwitches } from './RightSwitches.tsx';
import { useOrganisationNameLookup } from './useOrganisationNameLookup.ts';
import { useRightNameLookup } from './useRightNameLookup.ts';

type Place = Pick<OrganisationItem, 'orgId' | 'withheld'>;

const isSwitched = (right: string): right is SwitchableRight => switchableRights.some(one => one === right);
const actionsByPosition = new Map<Position, ReadonlySet<string>>(
  positions.map(position => [position, new Set(actionsEverAllowed(position))]),
);

/** True if the position holds the right in the organisation now. */
function holds(place: Place, position: Position, right: string): boolean {
  if (!isSwitched(right)) return actionsByPosition.get(position)?.has(right) ?? false;
  return positionsHoldingRight(right, place.orgId).includes(position) && !isWithheld(place, right, position);
}

/** Rights that some position holds before any switch. The other actions are the system's or the patient's. */
const rowsIn = (orgId: string): string[] => [
  ...switchableRights.filter(right => positionsHoldingRight(right, orgId).length > 0),
  ...actionNames.filter(action => [...actionsByPosition.values()].some(names => names.has(action))),
];

export function RightsMatrix({ search, go }: BackOfficeSectionProps) {
  const { data: me } = useQuery(currentUserQuery());
  const isAdmin = me?.position === 'Admin';
  const { data: organisations } = useQuery({ ...managedOrganisationsQuery(), enabled: isAdmin });
  const { data: own } = useQuery({ ...ownOrganisationQuery(), enabled: me !== undefined && !isAdmin });
  if (organisations)
    return (
      <SwitchedRights
        organisations={organisations}
        orgId={search.org ?? me?.orgId}
        choose={org => go(backOfficeHref({ section: 'rights', org }), true)}
      />
    );
  return <Matrix place={own ?? { orgId: me?.orgId ?? '' }} />;
}

type SwitchedProps = {
  organisations: readonly OrganisationItem[];
  orgId: string | undefined;
  choose: (orgId: string) => void;
};

/** For an Admin: the switches of one of the managed organisations, above the rights that result from them. */
function SwitchedRights({ organisations, orgId, choose }: SwitchedProps) {
  const { t } = useTranslation(['people', 'organisation']);
  const nameOf = useOrganisationNameLookup();
  const chosen = organisations.find(one => one.orgId === orgId) ?? organisations[0];
  if (!chosen) return null;
  return (
    <>
      {organisations.length > 1 && (
        <div className={styles.bar}>
          <Select
            label={t('people:organisation')}
            value={chosen.orgId}
            onChange={choose}
            options={organisations.map(one => ({ value: one.orgId, label: nameOf(one) }))}
          />
        </div>
      )}
      <div className={styles.panels}>
        <Panel title={t('organisation:switches.title')}>
          <p className={styles.say}>{t('organisation:switches.how')}</p>
          <RightSwitches key={chosen.orgId} organisation={chosen} />
        </Panel>
        <Panel title={t('organisation:switches.changes')}>
          <RightChanges orgId={chosen.orgId} />
        </Panel>
      </div>
      <Matrix place={chosen} />
    </>
  );
}

function Matrix({ place }: { place: Place }) {
  const { t } = useTranslation(['people', 'case']);
  const nameOf = useRightNameLookup();
  return (
    <>
      <p className={styles.note}>{t('people:rights.how')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className={styles.matrix} role="group" aria-label={t('people:rights.title')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('people:rights.right')}</th>
              {positions.map(position => (
                <th key={position} scope="col">
                  {t(`case:position.${position}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsIn(place.orgId).map(right => (
              <tr key={right}>
                <th scope="row">{nameOf(right)}</th>
                {positions.map(position => (
                  <td key={position}>
                    {holds(place, position, right) ? (
                      <Check role="img" aria-label={t('people:rights.yes')} />
                    ) : (
                      <span className="visually-hidden">{t('people:rights.no')}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
