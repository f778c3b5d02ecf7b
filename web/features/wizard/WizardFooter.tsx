/** Back, Save, missing answers, Page up, Page down, Submit. The button for the next step is filled. */
import { ArrowLeft, ChevronDown, ChevronUp, Save, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { focusFirstMissing } from './focus.ts';
import type { WizardStep } from './steps.ts';
import styles from './wizard.module.css';

type Props = {
  back: string;
  onSave?: () => void;
  up?: () => void;
  down?: { step: WizardStep; onPress: () => void; pending?: boolean };
  onSubmit?: () => void;
  /** Number of missing answers; on this step, of wrong ones. */
  missing?: number;
  wrong?: number;
};

/** A button's label; phones show the icon and keep the label for screen readers. */
function Face({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className={styles.footerIcon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.footerWord}>{children}</span>
    </>
  );
}

export function WizardFooter({ back, onSave, up, down, onSubmit, missing = 0, wrong = 0 }: Props) {
  const { t } = useTranslation('wizard');
  return (
    <footer className={styles.footer}>
      <div className={styles.footerRow}>
        <LinkButton href={back}>
          <Face icon={<ArrowLeft />}>{t('footer.back')}</Face>
        </LinkButton>
        <Button onPress={onSave} disabled={!onSave} shortcut="Ctrl S">
          <Face icon={<Save />}>{t('footer.save')}</Face>
        </Button>
        {missing + wrong > 0 && (
          <Button
            variant="quiet"
            iconEnd={<Badge tone="warn">{missing || wrong}</Badge>}
            onPress={focusFirstMissing}
          >
            <Face icon={<TriangleAlert />}>{t(missing > 0 ? 'missing' : 'toCorrect')}</Face>
          </Button>
        )}
        <span className={styles.footerNote}>{t('footer.note')}</span>
        <Button onPress={up} disabled={!up} aria-keyshortcuts="Alt+PageUp">
          <Face icon={<ChevronUp />}>{t('footer.up')}</Face>
        </Button>
        <Button
          onPress={down?.onPress}
          disabled={!down}
          pending={down?.pending}
          variant={down ? 'primary' : 'outline'}
          aria-keyshortcuts="Alt+PageDown"
        >
          <Face icon={<ChevronDown />}>
            {down ? t('footer.downTo', { step: t(`step.${down.step}`) }) : t('footer.down')}
          </Face>
        </Button>
        <Button
          onPress={onSubmit}
          disabled={!onSubmit}
          variant={down ? 'outline' : 'primary'}
          aria-keyshortcuts="Control+Enter"
        >
          {t('footer.submit')}
        </Button>
      </div>
    </footer>
  );
}
