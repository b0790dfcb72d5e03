import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { type ProfessionLevel, professionLevels } from '../../../../sync/contract/codes.ts';
import { tried } from '../../../../sync/machines/eligibility-cases.ts';
import { rules2023 } from '../../../../sync/machines/eligibility-2023.ts';
import { useCall, useInvalidate } from '../../../platform/call-query.ts';
import { call } from '../../../platform/call.ts';
import { FormFailure } from '../../../platform/form-failure.tsx';
import { useMayChange } from '../../../platform/may-change.ts';
import { useAction } from '../../../platform/use-action.ts';
import { useThingForm } from '../../../platform/use-thing-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DraftChip, DraftRestored } from '../../../ui/draft-note.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { ruleSetDesk } from '../desks.ts';
import type { RuleSetRow } from '../filing-queries.ts';
import { levelName } from '../level-name.ts';
import { CaseDesk } from '../parts/case-desk.tsx';
import { RulesOfLevel } from '../parts/rules-of-level.tsx';

/** The shipped rules as a read-only row. */
const shipped: RuleSetRow = {
  ...ruleSetDesk.blank,
  standard: rules2023.standard,
  number: rules2023.version,
  id: 0,
  version: 1,
  updatedMs: 0,
  uses: 0,
};

/** Edits one version of the rules, tries it on test cases, and publishes it. */
export function RuleSetPage() {
  const id = Number(useParams()['id'] ?? 0);
  const set = useCall('/ruleSet/getById', { id }, { enabled: id !== 0 });
  if (id === 0) return <RuleSetDesk saved={shipped} />;
  if (set.error !== null) return <QueryFailure error={set.error} onRetry={() => void set.refetch()} />;
  if (set.data === undefined) return <Skeleton className="h-96" />;
  return <RuleSetDesk key={set.data.version} saved={set.data} />;
}

function RuleSetDesk({ saved }: { saved: RuleSetRow }) {
  const { t } = useTranslation('filing');
  const { t: code } = useTranslation('codes');
  const invalidate = useInvalidate();
  const mayChange = useMayChange() && saved.number === 0;
  const { form, draft, busy, error, reset, send, discard, newest } = useThingForm(ruleSetDesk, saved, {
    savedText: t('rulesSaved'),
    onSaved: () => undefined,
  });
  const [level, setLevel] = useState<ProfessionLevel>(5);
  const [levels, cases] = form.watch(['levels', 'cases']);
  const isDirty = JSON.stringify([levels, cases]) !== JSON.stringify([saved.levels, saved.cases]);
  const failing = tried({ levels }, cases).filter(({ fits }) => !fits).length;
  const publish = useAction({
    mutationFn: () => call('/ruleSet/publish', { id: saved.id, version: saved.version }),
    onSuccess: () => toast.success(t('rulesPublished')),
    onSettled: () => invalidate('/ruleSet'),
  });
  return (
    <div className="flex flex-col gap-3">
      <PageHeader
        title={saved.standard}
        beside={
          <Chip tone={saved.number === 0 ? 'kept' : 'delivered'} mark={saved.number === 0 ? 'ring' : 'dot'}>
            {saved.number === 0 ? t('rulesDraft') : t('rulesFixed', { number: saved.number, count: saved.uses })}
          </Chip>
        }
        actions={
          mayChange && (
            <>
              <DraftChip draft={draft} />
              <Button busy={busy} disabled={!isDirty} onClick={send}>
                {t('rulesSave')}
              </Button>
              <Button
                variant="primary"
                busy={publish.isPending}
                disabled={isDirty || failing > 0 || cases.length === 0}
                onClick={() => publish.mutate()}
              >
                {t('rulesPublish')}
              </Button>
            </>
          )
        }
      />
      <DraftRestored draft={{ restored: draft.restored, elsewhere: draft.elsewhere, discard }} />
      <form data-saves onSubmit={(event) => event.preventDefault()}>
        <FormFailure error={error} ways={{ draft, newest, reset }} />
      </form>
      <div className="grid items-start gap-3 xl:grid-cols-2">
        <Panel title={t('rulesOf')} bodyClassName="flex flex-col gap-3 p-3">
          <div role="group" aria-label={t('rulesOf')} className="flex flex-wrap gap-1">
            {professionLevels.toReversed().map((each) => (
              <Button
                key={each}
                size="sm"
                variant={each === level ? 'soft' : 'ghost'}
                aria-pressed={each === level}
                onClick={() => setLevel(each)}
              >
                {levelName(code, each)}
              </Button>
            ))}
          </div>
          <RulesOfLevel
            key={level}
            rules={levels[level]}
            disabled={!mayChange}
            onChange={(rules) => form.setValue('levels', { ...levels, [level]: rules }, { shouldDirty: true })}
          />
        </Panel>
        <CaseDesk
          levels={levels}
          cases={cases}
          disabled={!mayChange}
          onChange={(next) => form.setValue('cases', next, { shouldDirty: true })}
        />
      </div>
    </div>
  );
}
