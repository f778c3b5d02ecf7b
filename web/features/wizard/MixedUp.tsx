/** A model that is called like another place: asked about, never changed by itself. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useWizard } from './context.ts';
import { mixedUp } from './model-names.ts';
import { useCaseFiles } from './useCaseFiles.ts';

export function MixedUp() {
  const { t } = useTranslation(['wizard', 'rx']);
  const { view } = useWizard();
  const { move } = useCaseFiles();
  const [kept, setKept] = useState<readonly string[]>([]);
  const found = mixedUp(view.files.filter(file => file.kind === 'stl' && !kept.includes(file.id)));
  if (!found) return null;
  const file = view.files.find(f => f.id === found.id);
  const words = {
    name: found.name,
    from: t(`rx:slot.${found.from}`),
    to: t(`rx:slot.${found.to}`),
  };
  return (
    <Banner
      tone="warn"
      title={t(found.swap ? 'wizard:files.swapAsk' : 'wizard:files.moveAsk', words)}
      actions={
        <>
          <Button size="small" onPress={() => setKept([...kept, found.id])}>
            {t('wizard:files.keep')}
          </Button>
          <Button size="small" onPress={() => file && void move(file, found.to)}>
            {t(found.swap ? 'wizard:files.swap' : 'wizard:files.move', words)}
          </Button>
        </>
      }
    >
      {t('wizard:files.calledLike', words)}
    </Banner>
  );
}
