/** /download: programs with platform, version, size and hash. */
import { Download } from 'lucide-react';
import type { ReaderArticle } from '#projections/news/item.ts';
import { ArticleBody } from '#web/features/news/ArticleBody.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { Card } from '#web/ui/panel.tsx';
import { PlainLinkButton } from '#web/ui/plain/plain-button.tsx';
import { formatFileSize } from '../lib/format.ts';
import {
  ArticleDate,
  ArticleListFrame,
  type ArticleReaderProps,
  articlesInLanguage,
  DeskHours,
  foreignLanguage,
  OtherLanguageNotice,
  RelatedLinks,
  type ShownArticle,
} from './ArticleFrame.tsx';
import type { PageContext } from './plain-document.tsx';
import styles from './reading.module.css';

export type DownloadProps = ArticleReaderProps & { list: readonly ReaderArticle[] };

export function DownloadPage({ world, reader, list }: DownloadProps & { world: PageContext }) {
  const { t } = world;
  const programs = articlesInLanguage(list, world.lang);
  return (
    <ArticleListFrame
      world={world}
      reader={reader}
      title={t('news:download.title')}
      lead={t('news:download.lead')}
      empty={programs.length === 0 && { title: t('news:download.empty'), how: t('news:download.emptyHow') }}
      aside={
        <>
          <RelatedLinks world={world} but="/download" />
          <DeskHours world={world} />
        </>
      }
    >
      <ul className={styles.programs}>
        {programs.map(program => (
          <Program key={program.id} world={world} program={program} />
        ))}
      </ul>
    </ArticleListFrame>
  );
}

function Program({ world, program }: { world: PageContext; program: ShownArticle }) {
  const { t, lang } = world;
  const { download, platform, version, shown } = program;
  return (
    <Card as="li" padded>
      <div className={styles.programHead}>
        <h2 className="t-title" lang={foreignLanguage(program, world)}>
          {shown.title}
        </h2>
        {platform && <Badge>{t(`news:platform.${platform}`)}</Badge>}
        <span className="t-3 num">{version}</span>
        <ArticleDate at={program.publishAt} />
      </div>
      <OtherLanguageNotice world={world} article={program} />
      {shown.body && <ArticleBody top={3} body={shown.body} lang={foreignLanguage(program, world)} />}
      {download && (
        <>
          <p className={styles.get}>
            <PlainLinkButton variant="primary" href={download.path} icon={<Download aria-hidden="true" />}>
              {t('news:download.get', { size: formatFileSize(download.size, lang) })}
            </PlainLinkButton>
            <span className="t-2">{download.name}</span>
          </p>
          <dl className={styles.hash}>
            <dt>SHA-256</dt>
            <dd>
              <code>{download.sha256}</code>
            </dd>
          </dl>
        </>
      )}
    </Card>
  );
}
