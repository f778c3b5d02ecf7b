/** A model whose file name suggests another slot: a question, never an automatic change. */
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { DuplicateJaw, MisplacedModel as Mixed } from './model-names.ts';
import { useCaseFiles } from './useCaseFiles.ts';
import { useWizard } from './wizard-context.ts';

/** Text of the question: title, reason and the two answers. */
export function useMisplacedModelFormatter() {
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

/** Buttons for the two answers. */
export function MisplacedModelAnswers({ mixed }: { mixed: Mixed }) {
  const { view, models } = useWizard();
  const { move } = useCaseFiles();
  const words = useMisplacedModelFormatter()(mixed);
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

/** Text of the question whether both arches are the same jaw, and its reason. */
export function useDuplicateJawFormatter() {
  const { t } = useTranslation(['wizard', 'rx']);
  return ({ why, jaw, upper, lower }: DuplicateJaw) => ({
    title: t('wizard:files.twiceAsk'),
    why: t(`wizard:files.twice.${why}`, {
      upper: upper.name,
      lower: lower.name,
      jaw: jaw && t(`rx:slot.${jaw}`),
    }),
  });
}

export function DuplicateJawAnswers({ twice }: { twice: DuplicateJaw }) {
  const { t } = useTranslation('wizard');
  const { models } = useWizard();
  return (
    <Button size="small" onPress={() => models.letStand(twice)}>
      {t('files.keep')}
    </Button>
  );
}

function TwiceBanner({ twice }: { twice: DuplicateJaw }) {
  const { title, why } = useDuplicateJawFormatter()(twice);
  return (
    <Banner tone="warn" title={title} actions={<DuplicateJawAnswers twice={twice} />}>
      {why}
    </Banner>
  );
}

export function MisplacedModelNotice() {
  const { mixed, twice } = useWizard().models;
  const wordsOf = useMisplacedModelFormatter();
  if (!mixed) return twice ? <TwiceBanner twice={twice} /> : null;
  const { title, why } = wordsOf(mixed);
  return (
    <Banner tone="warn" title={title} actions={<MisplacedModelAnswers mixed={mixed} />}>
      {why}
    </Banner>
  );
}
