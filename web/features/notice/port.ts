/** What notices need of a browser. */
import type { Permission } from './decide.ts';
import type { Notice } from './notice.ts';

export type NoticePort = {
  permission(): Permission;
  /** One at a time: what is shown takes the place of what was. */
  show(notice: Notice, onPress: () => void): void;
  close(): void;
  /** A short soft tone; silent where the browser wants a press of a key first. */
  ring(): void;
  /** The conversation that this page shows in front: null for none, undefined where the page is not looked at. */
  inFront(): string | null | undefined;
};

/** The other pages of this person in this browser. */
export type Others = {
  /** Resolves true once this page alone of all is to tell, until `ended`. */
  alone(ended: AbortSignal): Promise<boolean>;
  /** What the others show in front, as far as they answer in time. */
  ask(): Promise<(string | null)[]>;
  close(): void;
};
