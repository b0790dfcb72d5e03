import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';
import { type MachineProblem, listMachineProblems } from '../../../../sync/domain/exams/machine-readiness.ts';
import { getBuildName } from '../../../lib/this-build.ts';

export type Readiness = CallOutput<(typeof examCalls)['getReadiness']>;

/** A seat of the plan, or a registered machine whose seat nobody uses. */
export interface BoardSeat {
  readonly seatNo: number;
  /** Variant of the paper at this seat; undefined if no examinee is seated there. */
  readonly variant: string | undefined;
  /** Undefined if no machine is registered for the seat. */
  readonly machine: Readiness['machines'][number] | undefined;
  readonly faults: readonly (MachineProblem | 'none')[];
}

/** Lists every seat with its machine; machines with faults come first. */
export function listSeatsWithMachines(board: Readiness): BoardSeat[] {
  const variants = new Map(board.seats.map((seat) => [seat.seatNo, seat.variant]));
  const wanted = { revision: board.revision, worker: getBuildName() };
  const withMachine = board.machines.map((machine): BoardSeat => {
    const variant = variants.get(machine.seatNo);
    const faults = listMachineProblems(machine.report, machine.seenMs, { ...wanted, variant }, board.serverNow);
    return { seatNo: machine.seatNo, variant, machine, faults };
  });
  const there = new Set(board.machines.map((machine) => machine.seatNo));
  const without = board.seats
    .filter((seat) => !there.has(seat.seatNo))
    .map(({ seatNo, variant }): BoardSeat => ({ seatNo, variant, machine: undefined, faults: ['none'] }));
  return [...withMachine, ...without].toSorted(
    (a, b) => Number(a.faults.length === 0) - Number(b.faults.length === 0) || (a.seatNo || 1000) - (b.seatNo || 1000),
  );
}
