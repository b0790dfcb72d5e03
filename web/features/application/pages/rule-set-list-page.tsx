import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../../lib/i18n.ts';
import { ruleSetResource } from '../../../../sync/contract/applications/rule-set.ts';
import { eligibilityRules2023 } from '../../../../sync/domain/applications/eligibility-2023.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { useResourceColumns, ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { ResourceField, ResourceForm } from '../../../platform/forms/resource-form.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import { ruleSetResourceCalls } from '../application-resource-calls.ts';
import type { RuleSetRow } from '../application-queries.ts';

const filters = { keyword: textFilter };

/** Lists the versions of the eligibility rules. */
export function RuleSetListPage() {
  const { t } = useTranslation(['application', 'words']);
  const list = useListState({ filters, sort: '-updatedMs' });
  const sets = useListQuery('/ruleSet/getList', list.input);
  const column = useResourceColumns(ruleSetResource)<RuleSetRow>();
  const [from, setFrom] = useState<RuleSetRow | null>(null);
  const pageOf = (row: RuleSetRow) => `/question/rule-set/${row.id}`;
  return (
    <>
      <ResourceListPage
        calls={ruleSetResourceCalls}

        hint={
          <>
            {t('rulesShipped', { standard: eligibilityRules2023.standard })}{' '}
            <Link to="/question/rule-set/0" className="underline underline-offset-4">
              {t('words:view')}
            </Link>
          </>
        }
        list={list}
        query={sets}
        columns={[
          column('standard', { fixed: true, opens: true }),
          column('number', { width: 'w-28', cell: (row) => (row.number === 0 ? t('rulesDraft') : t('editionNo', { number: row.number })) }),
          column('uses', { width: 'w-24', align: 'right' }),
          column('note'),
          column('updatedMs', { width: 'w-40' }),
        ]}
        nameOf={(row) => row.standard}
        open={pageOf}
        actions={(row) => [
          { label: t('rulesOpen'), to: pageOf(row), next: row.number === 0 },
          { label: t('rulesCopy'), onSelect: () => setFrom(row) },
        ]}
        form={(saved, onClose) => <RuleSetForm saved={saved} onClose={onClose} />}
        emptyText={t('rulesEmptyText')}
      />
      {from !== null && <RuleSetForm saved={null} from={from} onClose={() => setFrom(null)} />}
    </>
  );
}

/** Creates a set of eligibility rules, from the rules that the product ships or as a copy of another set. */
function RuleSetForm({ saved, from, onClose }: { saved: RuleSetRow | null; from?: RuleSetRow; onClose: () => void }) {
  const { t } = useTranslation('application');
  const calls = from === undefined ? ruleSetResourceCalls : { ...ruleSetResourceCalls, blank: ruleSetResourceCalls.draftOf(from) };
  return (
    <ResourceForm calls={calls} saved={saved} onClose={onClose}>
      {(fields) => (
        <>
          {saved === null && (
            <p className="flex items-center gap-1.5 text-[13px] text-muted-foreground">
              <Copy aria-hidden className="size-3.5" />
              {t('rulesBeginAs', {
                standard: from?.standard ?? eligibilityRules2023.standard,
                version: from?.number === 0 ? t('rulesDraft') : t('editionNo', { number: from?.number ?? eligibilityRules2023.version }),
              })}
            </p>
          )}
          <ResourceField context={fields} name="standard" />
          <ResourceField context={fields} name="note" rows={3} />
        </>
      )}
    </ResourceForm>
  );
}
