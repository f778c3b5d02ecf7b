/** Rights as they hold: position × menu right or action, read from the tables that decide them. */
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { possibleActions } from '#events/case/permissions.ts';
import { actionNames } from '#events/case/rules.ts';
import { menuRights, positions, selfDesigners } from '#events/person/position.ts';
import styles from './people.module.css';
import { useRightName } from './useRightName.ts';

const menuNames = ['PreferenceSet', 'diyDesignBtn', 'backstageManage'] as const;

/** Rights by position. The self-designers' right follows from the organisation, so it is shown for theirs. */
const rightsByPosition = new Map(
  positions.map(position => {
    const viewer = { id: '', position, serves: [] };
    const menus = [
      ...menuRights({ ...viewer, orgId: '' }),
      ...(position === 'Designer' ? menuRights({ ...viewer, orgId: selfDesigners }) : []),
    ];
    return [position, new Set<string>([...menus, ...possibleActions(position)])] as const;
  }),
);

/** Actions that no position takes are the system's or the patient's. */
const rows = [...menuNames, ...actionNames].filter(right =>
  [...rightsByPosition.values()].some(rights => rights.has(right)),
);

export function RightsMatrix() {
  const { t } = useTranslation(['people', 'case']);
  const nameOf = useRightName();
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
            {rows.map(right => (
              <tr key={right}>
                <th scope="row">{nameOf(right)}</th>
                {positions.map(position => (
                  <td key={position}>
                    {rightsByPosition.get(position)?.has(right) ? (
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
