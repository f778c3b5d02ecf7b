/** Imports people from a file: choose it, look at every line, confirm. */
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { positions } from '#events/person/position.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { languages } from '#web/lib/i18n.ts';
import { useIssueTexts } from '#web/lib/useIssueTexts.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { Link } from '#web/ui/link.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import styles from './import.module.css';
import { downloadTemplate, templateFormats } from './import-queries.ts';
import { importHref, peopleHref, readPeopleSearch } from './people-links.ts';
import { managedOrganisationsQuery } from './people-queries.ts';
import { useImportCheck } from './useImportCheck.ts';
import { useOrganisationNameLookup } from './useOrganisationNameLookup.ts';

export function BackToPeopleLink() {
  const { t } = useTranslation('import');
  return (
    <Link className={styles.back} href={peopleHref(readPeopleSearch({ kind: 'invited' }))}>
      <ChevronLeft aria-hidden="true" />
      {t('back')}
    </Link>
  );
}

export function ImportPeople({ go }: { go: (href: string) => void }) {
  const { t } = useTranslation(['import', 'backOffice']);
  const boot = useBoot();
  const nameOf = useOrganisationNameLookup();
  const { data: organisations = [] } = useQuery(managedOrganisationsQuery());
  const [lang, setLang] = useState(boot.lang);
  const [chosenOrg, setOrg] = useState<string>();
  const orgId = chosenOrg ?? organisations[0]?.orgId;
  const checked = useImportCheck((id, count) => {
    toast({ text: t('import:done', { count }), tone: 'ok' });
    go(importHref(id));
  });
  const issues = useIssueTexts(checked.refused);
  const above = issues.above([]);
  const { state } = checked;
  return (
    <div className={styles.import}>
      <header className={styles.head}>
        <BackToPeopleLink />
        <h2 className="t-section">{t('import:title')}</h2>
      </header>
      {above && (
        <Banner tone="danger" title={t('import:wholeTitle')}>
          {above}
        </Banner>
      )}
      {state ? (
        <ImportPreview checked={checked} state={state} />
      ) : (
        <>
          <p className={styles.how}>{t('import:how')}</p>
          <div className={styles.choices}>
            {organisations.length > 1 && (
              <Select
                label={t('import:organisation')}
                value={orgId ?? ''}
                onChange={setOrg}
                options={organisations.map(one => ({ value: one.orgId, label: nameOf(one) }))}
              />
            )}
            <Select
              label={t('import:lang')}
              hint={t('import:langHow')}
              value={lang}
              onChange={setLang}
              options={languages.map(value => ({ value, label: t(`backOffice:language.${value}`) }))}
            />
          </div>
          <FileDrop
            label={t('import:file')}
            accept=".xlsx,.csv,.tsv,.txt"
            disabled={checked.pending !== undefined}
            onFiles={([file]) => file && void checked.choose(file, { orgId, lang })}
          >
            <span role="status">{t(checked.pending ? 'import:checking' : 'import:file')}</span>
            <span className="t-3 t-small">{t('import:fileHow')}</span>
          </FileDrop>
          <Templates />
        </>
      )}
    </div>
  );
}

function Templates() {
  const { t } = useTranslation(['import', 'case']);
  const save = (format: (typeof templateFormats)[number]) =>
    downloadTemplate(format, t('import:title')).catch(() =>
      toast({ text: t('import:templateFailed'), tone: 'danger' }),
    );
  return (
    <section className={styles.templates}>
      <p className={styles.formats}>
        <span className="t-strong">{t('import:template')}</span>
        {templateFormats.map(format => (
          <Button key={format} size="small" onPress={() => void save(format)}>
            {t(format === 'xlsx' ? 'import:templateXlsx' : 'import:templateCsv')}
          </Button>
        ))}
      </p>
      <p className="t-2 t-small">{t('import:columnsHow')}</p>
      <Disclosure summary={t('import:positionsTitle')}>
        <ul className={styles.positions}>
          {positions.map(position => (
            <li key={position}>
              {t(`case:position.${position}`)} <span className="t-3">{position}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </section>
  );
}
