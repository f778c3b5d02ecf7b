import styles from './avatar.module.css';
import { cx } from './class-names.ts';
import type { Tone } from './theme.ts';

type Face = {
  name: string;
  initials?: string;
  tone?: Tone;
  online?: boolean;
};

type Props = Face & {
  size?: 'small' | 'large';
  src?: string;
  /** Hides the avatar from screen readers, for use next to the name. */
  decorative?: boolean;
};

/** The first two letters of a Latin name, or the last character of a Chinese name. */
function initialsOf(name: string): string {
  const bare = name.replace(/^(dr|prof)\.?\s+/i, '').trim();
  if (/\p{Script=Han}/u.test(bare)) return [...bare.replace(/[^\p{Script=Han}*]/gu, '')].slice(-1).join('');
  return bare.slice(0, 2);
}

/** A person as two letters, in the tone of the person's position. */
export function Avatar({ name, initials, tone = 'neutral', online, size, src, decorative }: Props) {
  const named = decorative
    ? { 'aria-hidden': true as const }
    : { role: 'img', 'aria-label': name, title: name };
  return (
    <span
      {...named}
      className={cx(styles.avatar, size === 'large' && styles.large, online && styles.online)}
      data-tone={tone}
    >
      {/* The initials are drawn by CSS, so that they are not read aloud next to the name. */}
      {src ? <img src={src} alt="" /> : <span data-initials={initials ?? initialsOf(name)} />}
    </span>
  );
}

type GroupProps = {
  people: readonly (Face & { id: string })[];
  max?: number;
  /** Names the people in one sentence, for screen readers. */
  label: string;
};

/** Overlapping avatars of present people; a number for the rest. */
export function AvatarGroup({ people, max = 3, label }: GroupProps) {
  if (people.length === 0) return null;
  const shown = people.length > max ? people.slice(0, max - 1) : people;
  const rest = people.length - shown.length;
  return (
    <span className={styles.group} role="img" aria-label={label} title={label}>
      {shown.map(person => (
        <Avatar key={person.id} {...person} decorative />
      ))}
      {rest > 0 && <Avatar name={`+${rest}`} initials={`+${rest}`} decorative />}
    </span>
  );
}
