import { examStatus } from '../../../../sync/contract/codes.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import type { ExamPlan } from '../exam-plan-queries.ts';
import { AnswerImport } from './answer-import.tsx';
import { CodeCheck } from './code-check.tsx';
import { OpenRoomCommands } from '../board/open-room-commands.tsx';
import { PlanFrame } from '../frame/plan-frame.tsx';
import { RoomCodeList } from './room-codes.tsx';
import { RoomRecord } from '../board/room-record.tsx';
import { SheetFinder } from '../paper-entry/sheet-finder.tsx';
import { SebFile } from '../readiness/seb-file.tsx';
import { SeatLedger } from '../seating/seat-ledger.tsx';

/** /teacher/exam/exam-plan/offline/{id}: release codes, import of answer files, and undelivered answers by seat. */
export function PlanOfflinePage() {
  return <PlanFrame>{(plan) => <Offline plan={plan} />}</PlanFrame>;
}

function Offline({ plan }: { plan: ExamPlan }) {
  const mayChange = useCanChangeData();
  const published = plan.status !== examStatus.notEnabled;
  return (
    <>
      {mayChange && (
        <div className="grid items-start gap-3.5 lg:grid-cols-2">
          <RoomCodeList plan={plan} published={published} />
          {published && <AnswerImport plan={plan} />}
          {published && <SebFile planId={plan.id} />}
          {published && <CodeCheck planId={plan.id} />}
          {published && <SheetFinder planId={plan.id} />}
        </div>
      )}
      {published && <SeatLedger plan={plan} />}
      {published && mayChange && <OpenRoomCommands planId={plan.id} />}
      {published && <RoomRecord planId={plan.id} />}
    </>
  );
}
