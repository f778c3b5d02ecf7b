import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { useKitTexts } from './kit-texts.tsx';
import type { Tone } from './theme.ts';
import styles from './toast.module.css';
import { createToastQueue, type ToastInput, type ToastMessage } from './toast-queue.ts';

const queue = createToastQueue({
  start: (run, milliseconds) => setTimeout(run, milliseconds),
  stop: timer => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
});

/** Shows a toast; browser only. @returns its id */
export function toast(message: ToastInput): string {
  return queue.add(message);
}

export function dismissToast(id: string): void {
  queue.dismiss(id);
}

const NONE: readonly ToastMessage[] = [];
const ICONS: Partial<Record<Tone, typeof Info>> = {
  ok: CircleCheck,
  brand: CircleCheck,
  warn: TriangleAlert,
  danger: CircleAlert,
  dangerOutline: CircleAlert,
};

/** The region of toasts; once, in the root. A live region that exists before the first toast. */
export function ToastRegion() {
  const texts = useKitTexts();
  const messages = useSyncExternalStore(queue.subscribe, queue.messages, () => NONE);
  return (
    <section
      aria-label={texts.notifications}
      // Keeps toasts usable while a dialog is open, which hides everything else.
      data-react-aria-top-layer="true"
      data-toasts=""
      onPointerEnter={queue.hold}
      onPointerLeave={queue.release}
      onFocus={queue.hold}
      onBlur={queue.release}
    >
      <div className={styles.region} aria-live="polite" aria-relevant="additions">
        {messages.map(message => (
          <ToastItem key={message.id} message={message} closeLabel={texts.close} />
        ))}
      </div>
    </section>
  );
}

function ToastItem({ message, closeLabel }: { message: ToastMessage; closeLabel: string }) {
  const { id, text, tone, action } = message;
  const Icon = ICONS[tone] ?? Info;
  return (
    <div className={styles.toast} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon aria-hidden="true" />
      <span className={styles.text}>{text}</span>
      {action && (
        <Button
          size="small"
          variant="quiet"
          onPress={() => {
            action.onPress();
            queue.dismiss(id);
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        size="small"
        label={closeLabel}
        icon={<X aria-hidden="true" />}
        onPress={() => queue.dismiss(id)}
      />
    </div>
  );
}
