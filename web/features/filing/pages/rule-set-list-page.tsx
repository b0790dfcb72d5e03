import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../../lib/i18n.ts';
import { ruleSetThing } from '../../../../sync/contract/rule-set.ts';
import { rules2023 } from '../../../../sync/machines/eligibility-2023.ts';
import { useListQuery } from '../../../platform/list-query.ts';
import { useThingColumns } from '../../../platform/thing-columns.ts';
import { ThingField } from '../../../platform/thing-field.tsx';
import { ThingForm } from '../../../platform/thing-form.tsx';
import { ThingListPage } from '../../../platform/thing-list-page.tsx';
import { textFilter } from '../../../ui/list-filters.ts';
import { useListState } from '../../../ui/list-state.ts';
import { ruleSetDesk } from '../desks.ts';
import type { RuleSetRow } from '../filing-queries.ts';

const filters = { keyword: textFilter };

/** Lists the versions of the eligibility rules. */
export function RuleSetListPage() {
  const { t } = useTranslation('filing');
  const list = useListState({ filters, sort: '-updatedMs' });
  const sets = useListQuery('/ruleSet/getList', list.input);
  const column = useThingColumns(ruleSetThing)<RuleSetRow>();
  const [from, setFrom] = useState<RuleSetRow | null>(null);
  const pageOf = (row: RuleSetRow) => `/question/rule-set/${row.id}`;
  return (
    <>
      <ThingListPage
        desk={ruleSetDesk}
        title={t('ruleSets')}
        hint={
          <>
            {t('rulesShipped', { standard: rules2023.standard })}{' '}
            <Link to="/question/rule-set/0" className="underline underline-offset-4">
              {t('rulesLook')}
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

/** Creates a rule set from the shipped rules or as a copy of another one. */
function RuleSetForm({ saved, from, onClose }: { saved: RuleSetRow | null; from?: RuleSetRow; onClose: () => void }) {
  const { t } = useTranslation('filing');
  const desk = from === undefined ? ruleSetDesk : { ...ruleSetDesk, blank: ruleSetDesk.draftOf(from) };
  return (
    <ThingForm desk={desk} saved={saved} onClose={onClose}>
      {(fields) => (
        <>
          {saved === null && (
            <p className="flex items-center gap-1.5 text-[13px] text-muted-foreground">
              <Copy aria-hidden className="size-3.5" />
              {t('rulesBeginAs', {
                standard: from?.standard ?? rules2023.standard,
                version: from?.number === 0 ? t('rulesDraft') : t('editionNo', { number: from?.number ?? rules2023.version }),
              })}
            </p>
          )}
          <ThingField of={fields} name="standard" />
          <ThingField of={fields} name="note" rows={3} />
        </>
      )}
    </ThingForm>
  );
}
