/**
 * The text field for messages with its attachments. Enter sends, Shift-Enter adds a line, Up edits the last
 * message.
 */

import { Eye, MapPin, Paperclip } from 'lucide-react';
import {
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { conversationKinds } from '#events/chat/kinds.ts';
import { chatLimits } from '#events/chat/message.ts';
import { isDeskPosition } from '#events/desk/rights.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { CannedAnswerMenu, CannedAnswerSuggestions } from './CannedAnswerMenu.tsx';
import { ComposerAttachments } from './ComposerAttachments.tsx';
import { useConversationContext } from './ConversationContext.tsx';
import type { ChatPerson } from './chat-types.ts';
import styles from './composer.module.css';
import { conversationKindKey, conversationTones } from './kind-display.ts';
import { MentionSuggestions } from './MentionSuggestions.tsx';
import { referableVersions } from './referable-versions.ts';
import { useCannedSuggestions } from './useCannedSuggestions.ts';
import type { ComposerState } from './useComposer.ts';
import { useMentions } from './useMentions.ts';

const PlanReferencePicker = lazy(() => import('./PlanReferencePicker.tsx'));

/** Length from which the character counter is visible. */
const countedFrom = chatLimits.text - 500;
const highest = 180;

type Props = {
  composing: ComposerState;
  /** "Write to Dr Li". */
  label: string;
  people: readonly ChatPerson[];
  field: RefObject<HTMLTextAreaElement | null>;
  /** Starts editing the person's last message, if there is one. */
  onEditLast: () => void;
  onSent: () => void;
};

/** Grows the field with its text up to a maximum height. */
function useHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text is measured
  useLayoutEffect(() => {
    const node = field.current;
    if (!node) return;
    node.style.height = 'auto';
    node.style.height = `${Math.min(node.scrollHeight, highest)}px`;
  }, [field, text]);
}

function Tools({ composing, field }: Pick<Props, 'composing' | 'field'>) {
  const { t } = useTranslation('chat');
  const { me, of, view } = useConversationContext();
  const [pinning, setPinning] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const canPin = view !== undefined && referableVersions(view).length > 0;
  return (
    <>
      <IconButton
        size="small"
        label={t('attach')}
        icon={<Paperclip aria-hidden="true" />}
        onPress={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('attach')}
        onChange={event => {
          composing.add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
          field.current?.focus();
        }}
      />
      {canPin && (
        <Button
          size="small"
          variant="quiet"
          icon={<MapPin aria-hidden="true" />}
          onPress={() => setPinning(true)}
        >
          {t('pin.open')}
        </Button>
      )}
      {conversationKinds[of.kind].desk && isDeskPosition(me.position) && (
        <CannedAnswerMenu
          onChoose={words => {
            composing.write([composing.text, words].filter(Boolean).join('\n'));
            requestAnimationFrame(() => field.current?.focus());
          }}
        />
      )}
      {pinning && view && (
        <Suspense fallback={null}>
          <PlanReferencePicker view={view} onPin={composing.point} onClose={() => setPinning(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Names the readers of a message, for people with several conversations about the case. */
function Readers({ id }: { id: string }) {
  const { t } = useTranslation('chat');
  const { me, of } = useConversationContext();
  return (
    <p id={id} className={styles.readers} data-tone={conversationTones[of.kind]}>
      <Eye aria-hidden="true" />
      {t(`kind.${conversationKindKey(of.kind, me.position)}.readers`)}
    </p>
  );
}

/** The shortcuts of the field; near the maximum length, the number of characters. */
function Hints({ composing: { text, hindrance } }: Pick<Props, 'composing'>) {
  const { t } = useTranslation('chat');
  return (
    <span className={styles.hints}>
      {text.length >= countedFrom ? (
        <span className="num" role="status" data-over={hindrance === 'too-long' ? '' : undefined}>
          {t('counter', { n: text.trim().length, most: chatLimits.text })}
        </span>
      ) : (
        <span className={styles.keys} aria-hidden="true">
          <Kbd keys="Enter" />
          {t('send')}
          <Kbd keys="Shift Enter" />
          {t('newLine')}
        </span>
      )}
    </span>
  );
}

export function MessageComposer({ composing, label, people, field, onEditLast, onSent }: Props) {
  const { t } = useTranslation('chat');
  const { text, write, hindrance, editing, busy, leave } = composing;
  const mentions = useMentions(field, people, write);
  const canned = useCannedSuggestions(field, write);
  const open = [mentions, canned].find(list => list.found.length > 0);
  useHeight(field, text);
  const readersId = useId();
  const { of } = useConversationContext();
  const named = of.kinds.length > 1 || !conversationKinds[of.kind].desk;
  const send = async () => {
    if (await composing.send()) onSent();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || mentions.onKey(event) || canned.onKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      void send();
    }
    if (event.key === 'ArrowUp' && text === '' && !editing) {
      event.preventDefault();
      onEditLast();
    }
    if (event.key === 'Escape' && (editing || composing.replyTo)) {
      event.preventDefault();
      event.stopPropagation();
      leave();
    }
  };
  return (
    <div className={styles.composer} data-tone={named ? conversationTones[of.kind] : undefined}>
      {named && <Readers id={readersId} />}
      <ComposerAttachments composing={composing} />
      <MentionSuggestions mentions={mentions} />
      <CannedAnswerSuggestions canned={canned} />
      <textarea
        ref={field}
        className={styles.field}
        rows={1}
        aria-label={label}
        aria-describedby={named ? readersId : undefined}
        placeholder={label}
        value={text}
        aria-invalid={hindrance === 'too-long' || undefined}
        aria-autocomplete="list"
        aria-controls={open?.id}
        aria-activedescendant={open?.optionId(open.chosen)}
        onChange={event => {
          write(event.currentTarget.value);
          mentions.look();
          canned.look();
        }}
        onSelect={() => {
          mentions.look();
          canned.look();
        }}
        onBlur={() => {
          mentions.close();
          canned.close();
        }}
        onKeyDown={onKeyDown}
        onPaste={event => {
          const { files } = event.clipboardData;
          // A copied table contains text and a picture: paste the text.
          if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
          event.preventDefault();
          composing.add([...files]);
        }}
      />
      <div className={styles.row}>
        {!editing && <Tools composing={composing} field={field} />}
        <Hints composing={composing} />
        <Button
          size="small"
          variant="primary"
          pending={busy}
          disabledReason={hindrance ? t(`cannot.${hindrance}`, { most: chatLimits.text }) : undefined}
          onPress={() => void send()}
        >
          {t(editing ? 'save' : 'send')}
        </Button>
      </div>
    </div>
  );
}
