/**
 * State of the message being written: text, files, plan references, and the quoted or edited message. Stored
 * until sent.
 */
import { useEffect, useRef, useState } from 'react';
import { hasVisibleCharacter } from '#events/case/fields.ts';
import { type ChatRef, chatLimits } from '#events/chat/message.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import { findFaultBeforeUpload, type UploadFault } from '#web/lib/upload.ts';
import type { ChatPerson, ConversationHandle } from './chat-types.ts';
import { mentionedIds } from './mention.ts';
import { readDraft, storeDraft } from './message-drafts.ts';

export type ComposerFile = { key: string; file: File; fault: UploadFault | null };
/** The reason why the message cannot be sent. */
type Hindrance = 'blank' | 'too-long' | 'file' | null;

type Wish = {
  talk: ConversationHandle;
  meId: string;
  /** Conversation id: the key of the stored draft. */
  id: string;
  people: readonly ChatPerson[];
  /** Initial text if no draft is stored. */
  prefill?: string;
};

const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

/** Files and plan references of the message, up to the limits of a message. */
function useAttachments() {
  const [files, setFiles] = useState<ComposerFile[]>([]);
  const [refs, setRefs] = useState<ChatRef[]>([]);
  return {
    files,
    refs,
    add: (list: readonly File[]) =>
      setFiles(was => {
        const news = list.map(file => ({
          key: keyOf(file),
          file,
          fault: findFaultBeforeUpload(file, 'chat'),
        }));
        const known = new Set(was.map(one => one.key));
        return [...was, ...news.filter(one => !known.has(one.key))].slice(0, chatLimits.files);
      }),
    drop: (key: string) => setFiles(was => was.filter(one => one.key !== key)),
    point: (ref: ChatRef) => setRefs(was => [...was, ref].slice(0, chatLimits.refs)),
    unpoint: (at: number) => setRefs(was => was.filter((_ref, i) => i !== at)),
    clear: () => {
      setFiles([]);
      setRefs([]);
    },
  };
}

/** @param attached number of files and references that may be sent without a text */
function hindranceOf(text: string, files: readonly ComposerFile[], attached: number): Hindrance {
  if (text.length > chatLimits.text) return 'too-long';
  if (files.some(one => one.fault)) return 'file';
  return hasVisibleCharacter(text) || attached > 0 ? null : 'blank';
}

export function useComposer({ talk, meId, id, people, prefill = '' }: Wish) {
  const [text, setText] = useState('');
  const { files, refs, clear: detach, ...attach } = useAttachments();
  const [replyTo, setReplyTo] = useState<ChatMessage | null>(null);
  const [editing, setEditing] = useState<ChatMessage | null>(null);
  const [busy, setBusy] = useState(false);
  /** The draft that was interrupted by editing a sent message. */
  const aside = useRef('');
  // Reads storage in an effect: the server renders an empty field.
  useEffect(() => setText(readDraft(sessionStorage, meId, id) || prefill), [meId, id, prefill]);

  const write = (next: string) => {
    setText(next);
    if (!editing) storeDraft(sessionStorage, meId, id, next);
    // The conversation limits the rate of signals. A limit here would also count signals that were never sent.
    if (next !== '') talk.sayTyping();
  };
  const leave = () => {
    if (editing) setText(aside.current);
    setEditing(null);
    setReplyTo(null);
  };
  const edit = (message: ChatMessage) => {
    if (!editing) aside.current = text;
    setReplyTo(null);
    setEditing(message);
    setText(message.text);
  };
  const words = text.trim();
  const hindrance = hindranceOf(words, files, editing ? 0 : files.length + refs.length);
  const clear = () => {
    setText('');
    storeDraft(sessionStorage, meId, id, '');
    detach();
    setReplyTo(null);
  };
  /** @returns whether a new message was sent */
  const send = async (): Promise<boolean> => {
    if (hindrance !== null || busy) return false;
    if (!editing) {
      const more = { refs, replyTo: replyTo?.id ?? null, mentions: mentionedIds(words, people) };
      talk.send({ text: words, files: files.map(one => one.file), ...more });
      clear();
      return true;
    }
    setBusy(true);
    const done = words === editing.text ? { ok: true } : await talk.edit(editing.id, words);
    setBusy(false);
    if (done.ok) leave();
    return false;
  };
  return {
    text,
    write,
    files,
    refs,
    ...attach,
    replyTo,
    editing,
    busy,
    hindrance,
    send,
    leave,
    edit,
    reply: (message: ChatMessage) => {
      if (editing) leave();
      setReplyTo(message);
    },
  };
}

export type ComposerState = ReturnType<typeof useComposer>;
