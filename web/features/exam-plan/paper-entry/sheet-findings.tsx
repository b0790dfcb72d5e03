import { Check } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { matchColumns } from '../../../../sync/contract/exams/exam-user-calls.ts';
import type { PeopleBook } from '../../../lib/people-sheet/people-sheet.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { ExamineeCandidate } from '../exam-plan-queries.ts';
import type { PickProps } from '../examinees/pick-props.ts';

type Found = CallOutput<CallOfPath<'/user/matchExamUsers'>>;

interface SheetFindingsProps extends PickProps {
  found: Found;
  book: PeopleBook;
}

/** Shows the people matched from a sheet: certain ones together, the others each with the problem and the candidates. */
export function SheetFindings({ found: { matched, open }, book, chosen, put }: SheetFindingsProps) {
  const { t } = useTranslation('examPlan');
  const those = new Set(chosen);
  const fresh = matched.filter(({ user }) => !those.has(user.id));
  const cells = new Map(book.rows.map(({ row, sheet, cells: said }) => [`${sheet ?? ''} ${row}`, said]));
  const saidOf = ({ row, sheet }: { row: number; sheet?: string | undefined }) => {
    const said = cells.get(`${sheet ?? ''} ${row}`) ?? {};
    return matchColumns.flatMap((column) => said[column] ?? []).join(' · ');
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <FigureStrip
          className="grow"
          figures={[
            { label: t('sheetFound'), value: matched.length },
            { label: t('sheetDoubtful'), value: open.filter(({ candidates }) => candidates.length > 0).length },
            { label: t('sheetUnknown'), value: open.filter(({ candidates }) => candidates.length === 0).length },
          ]}
        />
        <Button
          variant="primary"
          disabled={fresh.length === 0}
          onClick={() =>
            put(
              fresh.map(({ user }) => user.id),
              true,
            )
          }
        >
          {fresh.length === 0 && matched.length > 0 ? t('sheetTaken') : t('sheetTake', { count: fresh.length })}
        </Button>
      </div>
      {book.unknown.length > 0 && <Strip tone="neutral">{t('sheetColumnsUnread', { columns: book.unknown.join(t('listBetween')) })}</Strip>}
      {open.length > 0 && (
        <Panel title={t('sheetOpen', { count: open.length })}>
          <ul aria-label={t('sheetOpen', { count: open.length })} className="scroll-slim max-h-[26rem] divide-y overflow-y-auto">
            {open.map((each) => (
              <li key={`${each.sheet ?? ''} ${each.row}`} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2 text-sm">
                <span className="num w-20 shrink-0 text-[13px] text-muted-foreground">
                  {each.sheet} {t('sheetRow', { row: each.row })}
                </span>
                <span className="min-w-40 grow basis-40">
                  <span className="font-medium">{saidOf(each)}</span>
                  <span className="block text-[13px] text-seal">{each.reason}</span>
                </span>
                <span className="flex flex-wrap gap-2">
                  {each.candidates.map((user) => (
                    <Choice key={user.id} user={user} taken={those.has(user.id)} put={put} />
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Choice({ user, taken, put }: { user: ExamineeCandidate; taken: boolean; put: PickProps['put'] }) {
  const who = [user.name, user.class_name, user.student_no === '' ? user.login_name : user.student_no]
    .filter((each) => each !== '')
    .join(' · ');
  return (
    <Button size="sm" variant={taken ? 'soft' : 'outline'} aria-pressed={taken} onClick={() => put([user.id], !taken)}>
      {taken && <Check aria-hidden />}
      {who}
    </Button>
  );
}
