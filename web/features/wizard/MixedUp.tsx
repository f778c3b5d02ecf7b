/** A model that is called like another place: asked about, never changed by itself. */
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useWizard } from './context.ts';
import type { MixedUp as Mixed } from './model-names.ts';
import { useCaseFiles } from './useCaseFiles.ts';

/** The question in words: what is asked, why, and the two answers. */
export function useMixedUpWords() {
  const { t } = useTranslation(['wizard', 'rx']);
  return ({ name, from, to, other }: Mixed) => {
    const words = { name, from: t(`rx:slot.${from}`), to: t(`rx:slot.${to}`) };
    return {
      title: t(other ? 'wizard:files.swapAsk' : 'wizard:files.moveAsk', words),
      why: t('wizard:files.calledLike', words),
      move: t(other ? 'wizard:files.swap' : 'wizard:files.move', words),
      keep: t('wizard:files.keep'),
    };
  };
}

/** The two answers. */
export function MixedUpActions({ mixed }: { mixed: Mixed }) {
  const { view, models } = useWizard();
  const { move } = useCaseFiles();
  const words = useMixedUpWords()(mixed);
  const file = view.files.find(f => f.id === mixed.id);
  return (
    <>
      <Button size="small" onPress={() => models.letStand(mixed)}>
        {words.keep}
      </Button>
      <Button size="small" onPress={() => file && void move(file, mixed.to)}>
        {words.move}
      </Button>
    </>
  );
}

export function MixedUp() {
  const { mixed } = useWizard().models;
  const wordsOf = useMixedUpWords();
  if (!mixed) return null;
  const { title, why } = wordsOf(mixed);
  return (
    <Banner tone="warn" title={title} actions={<MixedUpActions mixed={mixed} />}>
      {why}
    </Banner>
  );
}
