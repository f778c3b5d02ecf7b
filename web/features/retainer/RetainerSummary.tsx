/** Summary of the order next to its form: content, missing answers, and the submit button. */

import { useTranslation } from 'react-i18next';
import type { Issue } from '#events/errors.ts';
import type { CaseView } from '#projections/case/view.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { areNamesMaskedAtom } from '#web/lib/browser.ts';
import { useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { focusRetainerField } from './field-ids.ts';
import styles from './retainer.module.css';
import {
  orderedArches,
  orderedPontics,
  type RetainerBasisDraft,
  type RetainerDraft,
} from './retainer-form.ts';
import { fixedRetainerText, retainerBasisText } from './retainer-text.ts';

type Props = {
  view: CaseView;
  draft: RetainerDraft;
  issues: readonly Issue[];
  refused: readonly Issue[];
  tried: boolean;
  pending: boolean;
  waits: boolean;
};

/** The part of the form in which an issue is, as in the list of missing answers. */
const partOf = (path: string) => path.split('.')[0] ?? path;

function Lines({ view, draft }: Pick<Props, 'view' | 'draft'>) {
  const { t } = useTranslation(['retainer', 'rx']);
  const pontics = orderedPontics(draft);
  const basis = (value: RetainerBasisDraft) =>
    value.kind === null ? '–' : retainerBasisText(view.caseId, value, t);
  return (
    <KeyValueList
      labelWidth="120px"
      items={[
        {
          label: t('retainer:form.type'),
          value: draft.type === null ? '–' : t(`rx:option.retainerType.${draft.type}`),
        },
        {
          label: t('retainer:form.arch'),
          value: draft.arch === null ? '–' : t(`rx:option.retainerArch.${draft.arch}`),
        },
        ...orderedArches(draft).map(arch => ({
          label: t(`retainer:form.basisOf.${arch}`),
          value: basis(draft[arch]),
        })),
        ...(pontics.length > 0
          ? [{ label: t('retainer:form.pontic'), value: <span className="num">{pontics.join(' ')}</span> }]
          : []),
        { label: t('retainer:form.fixed'), value: fixedRetainerText(draft.fixed, t) },
        { label: t('retainer:form.quantity'), value: <span className="num">{draft.quantity ?? '–'}</span> },
      ]}
    />
  );
}

export function RetainerSummary({ view, draft, issues, refused, tried, pending, waits }: Props) {
  const { t } = useTranslation(['retainer', 'address']);
  const { hidden: rendered } = useBoot();
  // Masked addresses are stars, which must not be sent.
  const hidden = useAtomValueAfterHydration(areNamesMaskedAtom, rendered);
  const parts = [...new Map(issues.map(issue => [partOf(issue.path), issue.path]))];
  const reason = hidden ? t('address:eyeHidden') : waits ? t('retainer:form.wait') : undefined;
  return (
    <div className={styles.summary}>
      <Panel title={t('retainer:form.summary')}>
        <div className="stack">
          <Lines view={view} draft={draft} />
          {/* Placed above the changing parts, so that the button does not move during a press (blur can add
              lines). */}
          <span className="row">
            <Button
              type="submit"
              variant="primary"
              pending={pending}
              disabled={reason !== undefined}
              disabledReason={reason}
            >
              {t('retainer:form.submit')}
            </Button>
            <LinkButton href={`/caseDetail?id=${encodeURIComponent(view.caseId)}&section=retainer`}>
              {t('retainer:form.back')}
            </LinkButton>
          </span>
          {(refused.length > 0 || (tried && parts.length > 0)) && (
            <Banner tone="danger">{t('retainer:form.refused')}</Banner>
          )}
          {hidden && <Banner tone="info">{t('address:eyeHidden')}</Banner>}
          {parts.length === 0 ? (
            <p className="t-small t-2">{t('retainer:form.ready')}</p>
          ) : (
            <div>
              <p className="t-small t-2">{t('retainer:form.missing', { count: parts.length })}</p>
              <ul className={styles.missing}>
                {parts.map(([part, path]) => (
                  <li key={part}>
                    <button type="button" onClick={() => focusRetainerField(path)}>
                      {t(`retainer:form.field.${part}`)}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </Panel>
    </div>
  );
}
