/** The browser functions that notifications need. */
import type { NotificationPermissionState } from './decide-notification.ts';
import type { NotificationText } from './notification-text.ts';

export type NotificationPort = {
  permission(): NotificationPermissionState;
  /** Shows a notification and replaces the earlier one. */
  show(notice: NotificationText, onPress: () => void): void;
  close(): void;
  /** Plays a short soft tone; silent if the browser requires a key press first. */
  ring(): void;
  /**
   * The conversation that this page shows in front: null for none, undefined while the page is not visible.
   */
  inFront(): string | null | undefined;
};

/** The other pages of this person in this browser. */
export type OtherPages = {
  /** Resolves with true once this page alone may notify, until `ended`. */
  alone(ended: AbortSignal): Promise<boolean>;
  /** The conversations that other pages show in front, as far as they answer in time. */
  ask(): Promise<(string | null)[]>;
  close(): void;
};
