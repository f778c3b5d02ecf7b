/** The rendered text of an article, for readers and for the writer's preview. */
import styles from './article.module.css';
import { markdownToHtml } from './markdown.ts';

type Props = {
  body: string;
  /** Language of the article, if it differs from the page's. */
  lang?: string;
  /** Level of the article's highest heading. Default: 2. */
  top?: number;
};

export function ArticleBody({ body, lang, top }: Props) {
  return (
    <div
      className={styles.prose}
      lang={lang}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: output of our own renderer, which escapes a writer's HTML
      dangerouslySetInnerHTML={{ __html: markdownToHtml(body, top) }}
    />
  );
}
