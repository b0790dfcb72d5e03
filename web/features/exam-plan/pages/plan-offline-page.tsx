import { examStatus } from '../../../../sync/contract/codes.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import type { Plan } from '../exam-plan-queries.ts';
import { AnswerImport } from '../parts/answer-import.tsx';
import { CodeCheck } from '../parts/code-check.tsx';
import { OpenActs } from '../parts/open-acts.tsx';
import { PlanFrame } from '../parts/plan-frame.tsx';
import { RoomCodes } from '../parts/room-codes.tsx';
import { RoomRecord } from '../parts/room-record.tsx';
import { SheetFinder } from '../parts/sheet-finder.tsx';
import { SebFile } from '../parts/seb-file.tsx';
import { SeatLedger } from '../parts/seat-ledger.tsx';

/** /teacher/exam/exam-plan/offline/{id}: release codes, import of answer files, and undelivered answers by seat. */
export function PlanOfflinePage() {
  return <PlanFrame>{(plan) => <Offline plan={plan} />}</PlanFrame>;
}

function Offline({ plan }: { plan: Plan }) {
  const mayChange = useMayChange();
  const published = plan.status !== examStatus.notEnabled;
  return (
    <>
      {mayChange && (
        <div className="grid items-start gap-3.5 lg:grid-cols-2">
          <RoomCodes plan={plan} published={published} />
          {published && <AnswerImport plan={plan} />}
          {published && <SebFile planId={plan.id} />}
          {published && <CodeCheck planId={plan.id} />}
          {published && <SheetFinder planId={plan.id} />}
        </div>
      )}
      {published && <SeatLedger plan={plan} />}
      {published && mayChange && <OpenActs planId={plan.id} />}
      {published && <RoomRecord planId={plan.id} />}
    </>
  );
}
