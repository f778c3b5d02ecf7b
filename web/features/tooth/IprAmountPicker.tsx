/** The IPR amount of one contact, next to it: total in mm, half on each tooth. */
import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react';
import type { Notation } from '#events/tooth/fdi.ts';
import { type IprMark, iprAmountsToOffer } from '#events/tooth/marks.ts';
import { fillTemplate } from '#events/tooth/sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { archOfContact } from './chart-keys.ts';
import { contactLabel, type ToothWords } from './chart-text.ts';
import type { ChartLayout } from './layout.ts';
import { iprAmountText } from './mark-shapes.ts';
import s from './ToothChart.module.css';

type Props = {
  ipr: IprMark;
  layout: ChartLayout;
  words: ToothWords;
  notation?: Notation;
  onAmount: (mm: number | undefined | false) => void;
  onClose: () => void;
};

/** Position over the root side of the contact, so that neighbouring contacts stay reachable. */
function standing(ipr: IprMark, layout: ChartLayout): CSSProperties & Record<'--x' | '--y', string> {
  const { box } = layout;
  const hit = layout.contact(ipr.contact)?.hit ?? box;
  const share = (part: number, of: number) => `${((part / of) * 100).toFixed(2)}%`;
  const top = box.y - box.height / 2;
  const edge =
    archOfContact(ipr.contact) === 'lower'
      ? hit.y + hit.height / 2 - top
      : top + box.height - (hit.y - hit.height / 2);
  return { '--x': share(hit.x - (box.x - box.width / 2), box.width), '--y': share(edge + 1.5, box.height) };
}

export function IprAmountPicker({ ipr, layout, words, notation, onAmount, onClose }: Props) {
  const contact = contactLabel(ipr.contact, notation);
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another contact has another position
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [ipr.contact]);
  const options: ReadonlyArray<number | undefined> = [...iprAmountsToOffer(ipr.contact, ipr.mm), undefined];
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    const next = (options.indexOf(ipr.mm) + by + options.length) % options.length;
    event.preventDefault();
    onAmount(options[next]);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a floating group, not part of a form
    <div
      ref={box}
      role="group"
      aria-label={fillTemplate(words.ipr.label, { contact })}
      className={s.amounts}
      data-row={archOfContact(ipr.contact)}
      style={standing(ipr, layout)}
      onKeyDown={event => event.key === 'Escape' && onClose()}
      // Prevents the default, so that the focus stays on the contact and the arrow keys continue there.
      // Safari would blur it.
      onMouseDown={event => event.preventDefault()}
    >
      <div className={s.head}>
        <strong>{contact}</strong>
        {words.ipr.inAll}
      </div>
      <div
        className={s.steps}
        role="radiogroup"
        aria-label={fillTemplate(words.ipr.label, { contact })}
        onKeyDown={step}
      >
        {options.map(mm => (
          // biome-ignore lint/a11y/useSemanticElements: an option next to a drawing, no form field
          <button
            key={mm ?? 'open'}
            type="button"
            role="radio"
            className={s.step}
            aria-checked={mm === ipr.mm}
            tabIndex={mm === ipr.mm ? 0 : -1}
            onClick={() => onAmount(mm)}
          >
            {mm === undefined ? words.ipr.open : iprAmountText(mm)}
          </button>
        ))}
      </div>
      <div className={s.head}>
        <span className={s.keys}>
          <Kbd keys="← →" /> {words.ipr.hintNext} <Kbd keys="+ −" /> {words.ipr.hintAmount}
        </span>
        <Button
          className={s.push}
          size="small"
          variant="quiet"
          shortcut="Del"
          onPress={() => onAmount(false)}
        >
          {words.action.removeIpr}
        </Button>
      </div>
    </div>
  );
}
