/** The first question: method and product. */
import { useTranslation } from 'react-i18next';
import { isMethodOffered, isProductOffered } from '#events/case/offer.ts';
import type { Option } from '#events/case/options.ts';
import { fieldElementId } from '#web/features/prescription/field-element-id.ts';
import { OptionChoice } from '#web/features/prescription/OptionChoice.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { MethodPicture } from './MethodPicture.tsx';
import { useOrganisationOffer } from './useOrganisationOffer.ts';

export type MethodAnswer = {
  method: Option<'method'> | undefined;
  productType: Option<'productType'> | undefined;
};

const cards = ['1', '2', 'none'] as const;
const methodOf = { '1': 1, '2': 2, none: undefined } as const;

/**
 * Shows what the organisation offers, and a choice made before its offer changed. No method is also a valid answer; the
 * draft then stays at status 1.
 */
export function MethodQuestion({
  chosen,
  onChange,
}: {
  chosen: MethodAnswer;
  onChange: (chosen: MethodAnswer) => void;
}) {
  const { t } = useTranslation(['wizard', 'rx']);
  const offer = useOrganisationOffer();
  const shown = cards.filter(card => {
    const method = methodOf[card];
    return method === undefined || method === chosen.method || isMethodOffered(offer, method);
  });
  return (
    <>
      <RadioGroup
        id={fieldElementId('method')}
        label={t('rx:field.prescription.method')}
        layout="cards"
        value={chosen.method === undefined ? 'none' : cards[chosen.method - 1]}
        onChange={card => onChange({ ...chosen, method: methodOf[card] })}
        options={shown.map(card => ({
          value: card,
          label: card === 'none' ? t('wizard:method.none') : t(`rx:option.method.${card}`),
          note: t(`wizard:method.note.${card}`),
          picture: <MethodPicture card={card} />,
        }))}
      />
      <OptionChoice
        id={fieldElementId('productType')}
        label={t('rx:field.prescription.productType')}
        list="productType"
        offered={type => type === chosen.productType || isProductOffered(offer, type)}
        hint={t('wizard:productHint')}
        value={chosen.productType}
        onChange={productType => onChange({ ...chosen, productType })}
      />
    </>
  );
}
