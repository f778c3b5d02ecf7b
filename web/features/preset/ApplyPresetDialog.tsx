/** Shows the changes of a preset to a draft, answer by answer, before applying it. */
import { useTranslation } from 'react-i18next';
import type { AppliedPreset } from '#events/preset/apply.ts';
import { answerTextOfPath } from '#web/features/order/answer-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './preset.module.css';

type Props = { name: string; applied: AppliedPreset; onApply: () => void; onClose: () => void };

export function ApplyPresetDialog({ name, applied, onApply, onClose }: Props) {
  const { t } = useTranslation(['preset', 'rx', 'wizard']);
  const text = (section: string, field: string, value: unknown) =>
    answerTextOfPath(t, `${section}.${field}`, value) || <span className="t-3">{t('preset:noAnswer')}</span>;
  return (
    <Dialog
      open
      size="medium"
      title={t('preset:applyTitle', { name })}
      onClose={onClose}
      onCtrlEnter={onApply}
      actions={
        <>
          <Button onPress={onClose}>{t('preset:cancel')}</Button>
          <Button variant="primary" shortcut="Ctrl ↵" onPress={onApply}>
            {t('preset:apply', { count: applied.differences.length })}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>{t('preset:applyNote')}</p>
      <table className={styles.changes}>
        <caption className="visually-hidden">{t('preset:applyTitle', { name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('preset:question')}</th>
            <th scope="col">{t('preset:now')}</th>
            <th scope="col">{t('preset:then')}</th>
          </tr>
        </thead>
        <tbody>
          {applied.differences.map(({ section, field, now, next }) => (
            <tr key={`${section}.${field}`}>
              <th scope="row">
                {field === 'extract' ? t('preset:teeth') : t(`rx:field.${section}.${field}`)}
              </th>
              <td>{text(section, field, now)}</td>
              <td className={styles.next}>{text(section, field, next)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
