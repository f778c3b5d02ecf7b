/** Switches of an organisation's rights by position. Each change asks for a reason and takes effect at once. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Position, positions, type SwitchableRight, switchableRights } from '#events/person/position.ts';
import { isFixedRight, isWithheld, positionsHoldingRight } from '#events/person/switches.ts';
import styles from './people.module.css';
import type { OrganisationItem } from './people-queries.ts';
import { RightSwitchDialog } from './RightSwitchDialog.tsx';
import { useRightNameLookup } from './useRightNameLookup.ts';

export type WantedRightSwitch = { right: SwitchableRight; position: Position; on: boolean };

export function RightSwitches({ organisation }: { organisation: OrganisationItem }) {
  const { t } = useTranslation(['organisation', 'case']);
  const nameOf = useRightNameLookup();
  const [wanted, setWanted] = useState<WantedRightSwitch | null>(null);
  const rights = switchableRights.filter(
    right => positionsHoldingRight(right, organisation.orgId).length > 0,
  );
  return (
    <>
      {rights.map(right => (
        <fieldset key={right} className={styles.switches}>
          <legend>{nameOf(right)}</legend>
          <p className={styles.say}>{t(`organisation:switches.what.${right}`)}</p>
          <ul>
            {positions
              .filter(position => positionsHoldingRight(right, organisation.orgId).includes(position))
              .map(position => (
                <li key={position}>
                  <OneSwitch
                    label={t(`case:position.${position}`)}
                    on={!isWithheld(organisation, right, position)}
                    fixed={isFixedRight(right, position)}
                    onChange={on => setWanted({ right, position, on })}
                  />
                </li>
              ))}
          </ul>
        </fieldset>
      ))}
      {wanted && (
        <RightSwitchDialog organisation={organisation} wanted={wanted} onClose={() => setWanted(null)} />
      )}
    </>
  );
}

type OneProps = { label: string; on: boolean; fixed: boolean; onChange: (on: boolean) => void };

/** A switch moves after its reason is given, so it is a button with a state. */
function OneSwitch({ label, on, fixed, onChange }: OneProps) {
  const { t } = useTranslation('organisation');
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      disabled={fixed}
      title={fixed ? t('switches.fixed') : undefined}
      className={styles.switch}
      onClick={() => onChange(!on)}
    >
      <span className={styles.track} aria-hidden="true" />
      {label}
      <span className="t-2 t-small">{t(on ? 'switches.on' : 'switches.off')}</span>
    </button>
  );
}
