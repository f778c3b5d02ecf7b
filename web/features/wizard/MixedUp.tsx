/** A model that is called like another place: asked about, never changed by itself. */
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useWizard } from './context.ts';
import type { MixedUp as Mixed, Twice } from './model-names.ts';
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

/** Both arches the same jaw: the question and why it is asked. */
export function useTwiceWords() {
  const { t } = useTranslation(['wizard', 'rx']);
  return ({ why, jaw, upper, lower }: Twice) => ({
    title: t('wizard:files.twiceAsk'),
    why: t(`wizard:files.twice.${why}`, {
      upper: upper.name,
      lower: lower.name,
      jaw: jaw && t(`rx:slot.${jaw}`),
    }),
  });
}

export function KeepTwice({ twice }: { twice: Twice }) {
  const { t } = useTranslation('wizard');
  const { models } = useWizard();
  return (
    <Button size="small" onPress={() => models.letStand(twice)}>
      {t('files.keep')}
    </Button>
  );
}

function TwiceBanner({ twice }: { twice: Twice }) {
  const { title, why } = useTwiceWords()(twice);
  return (
    <Banner tone="warn" title={title} actions={<KeepTwice twice={twice} />}>
      {why}
    </Banner>
  );
}

export function MixedUp() {
  const { mixed, twice } = useWizard().models;
  const wordsOf = useMixedUpWords();
  if (!mixed) return twice ? <TwiceBanner twice={twice} /> : null;
  const { title, why } = wordsOf(mixed);
  return (
    <Banner tone="warn" title={title} actions={<MixedUpActions mixed={mixed} />}>
      {why}
    </Banner>
  );
}
