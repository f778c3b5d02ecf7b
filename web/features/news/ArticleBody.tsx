/** The text of an article as its readers see it: on the pages, and in the writer's preview. */
import styles from './article.module.css';
import { htmlOf } from './markdown.ts';

type Props = {
  body: string;
  /** Where it is not the page's. */
  lang?: string;
  /** The level of its highest heading. Default: 2. */
  top?: number;
};

export function ArticleBody({ body, lang, top }: Props) {
  return (
    <div
      className={styles.prose}
      lang={lang}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: of our own renderer, which lets no HTML of a writer's through
      dangerouslySetInnerHTML={{ __html: htmlOf(body, top) }}
    />
  );
}
