import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { type ProfessionLevel, professionLevels } from '../../../../sync/contract/codes.ts';
import { runEligibilityCases } from '../../../../sync/domain/applications/eligibility-cases.ts';
import { eligibilityRules2023 } from '../../../../sync/domain/applications/eligibility-2023.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormFailure } from '../../../platform/forms/form-failure.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useResourceForm } from '../../../platform/forms/use-resource-form.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DraftChip, DraftRestored } from '../../../ui/form/draft-note.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ruleSetResourceCalls } from '../application-resource-calls.ts';
import type { RuleSetRow } from '../application-queries.ts';
import { getLevelName } from '../level-name.ts';
import { EligibilityCaseRunner } from '../parts/offer/eligibility-case-runner.tsx';
import { RulesOfLevel } from '../parts/offer/rules-of-level.tsx';

/** The shipped rules as a read-only row. */
const shipped: RuleSetRow = {
  ...ruleSetResourceCalls.blank,
  standard: eligibilityRules2023.standard,
  number: eligibilityRules2023.version,
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
  if (set.data === undefined) return <LoadingState query={set} className="h-96" />;
  return <RuleSetDesk key={set.data.version} saved={set.data} />;
}

function RuleSetDesk({ saved }: { saved: RuleSetRow }) {
  const { t } = useTranslation('application');
  const { t: code } = useTranslation('codes');
  const invalidate = useInvalidate();
  const mayChange = useCanChangeData() && saved.number === 0;
  const { form, draft, busy, error, reset, send, discard, newest } = useResourceForm(ruleSetResourceCalls, saved, {
    savedText: t('rulesSaved'),
    onSaved: () => undefined,
  });
  const [level, setLevel] = useState<ProfessionLevel>(5);
  const [levels, cases] = form.watch(['levels', 'cases']);
  const isDirty = JSON.stringify([levels, cases]) !== JSON.stringify([saved.levels, saved.cases]);
  const failing = runEligibilityCases({ levels }, cases).filter(({ fits }) => !fits).length;
  const publish = useAction({
    mutationFn: () => makeCall('/ruleSet/publish', { id: saved.id, version: saved.version }),
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
                {getLevelName(code, each)}
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
        <EligibilityCaseRunner
          levels={levels}
          cases={cases}
          disabled={!mayChange}
          onChange={(next) => form.setValue('cases', next, { shouldDirty: true })}
        />
      </div>
    </div>
  );
}
