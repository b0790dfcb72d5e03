import { examStatus, examUserStatus } from '../../sync/contract/codes.ts';
import { examPhases, planMachine, planState, upcomingBeforeMs } from '../../sync/machines/exam-machine.ts';
import { examUserShown, examUserTransitions } from '../../sync/machines/exam-user-status.ts';
import { mayChange } from '../../sync/machines/room-act-machine.ts';
import { actFates } from '../../sync/contract/room-act.ts';

const nameOf = (codes: Readonly<Record<string, number>>, code: number): string =>
  Object.entries(codes).find(([, each]) => each === code)?.[0] ?? String(code);
const coded = (codes: Readonly<Record<string, number>>, code: number): string => `${nameOf(codes, code)} (${code})`;

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly on: string;
}

/** Draws a state diagram. Arrows between the same two states are merged, with all their events. */
function diagram(first: string, arrows: readonly Arrow[]): string {
  const between = Map.groupBy(arrows, ({ from, to }) => `${from} --> ${to}`);
  const lines = [...between].map(([arrow, all]) => `    ${arrow}: ${all.map(({ on }) => on).join(' · ')}`);
  return ['```mermaid', 'stateDiagram-v2', `    [*] --> ${first}`, ...lines, '```'].join('\n');
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const registers = ['presence', 'attendance', 'conduct', 'marking'] as const;
const begins = { presence: 'awaiting', attendance: 'present', conduct: 'clean', marking: 'none' } as const;

/** Renders `docs/statuses.md` from the tables that the product uses. */
export function statusPage(): string {
  const phases = examPhases.map(({ status, fromMs }) => {
    const times = { startMs: 0, durationMs: 4, entryLimitMs: 1, earliestHandInMs: 2 };
    const from = ['its start', 'its entry limit', 'its earliest hand-in and its entry limit', '', 'its end'][fromMs(times)];
    const when =
      status === examStatus.enabled
        ? 'it is published'
        : status === examStatus.upcoming
          ? `${upcomingBeforeMs / 60_000} minutes before its start`
          : (from ?? '');
    return [coded(examStatus, status), when];
  });
  const plan = planMachine.map(({ from, on, to, by }) => ({
    from: nameOf(planState, from),
    to: nameOf(planState, to),
    on: `${on} (${by.join(', ')})`,
  }));
  const shown = examUserShown.map(({ when, shows }) => {
    const said = Object.entries(when).map(([register, value]) => `${register} is ${value}`);
    return [coded(examUserStatus, shows), said.join(', ') || 'nothing of the above'];
  });
  const parts = registers.map((register) => {
    const moves = examUserTransitions.filter((row) => row.register === register);
    const arrows = moves.map(({ from, to, on, by }) => ({ from, to, on: `${on} (${by})` }));
    return `### ${register}\n\n${diagram(begins[register], arrows)}`;
  });
  return `# Statuses

Made from the tables in \`sync/machines\` by \`tests/architecture/status-page.ts\`, and held to them by a test; never edited by hand
(\`npm run test:unit -- --project apart tests/architecture/status-page.test.ts -u\` writes it anew).

## An exam plan

What people decide:

${diagram('draft', plan)}

What is shown of a published plan is a matter of the time alone; a draft shows ${coded(examStatus, examStatus.notEnabled)}.

${table(['shown', 'from'], phases)}

## An examinee in an exam

Four registers that change apart from each other (design, "Statuses are registers"); who moves them stands in brackets.

${parts.join('\n\n')}

The one code of the specification is the first row that fits:

${table(['shown', 'where'], shown)}

## An act of an invigilator's tablet

${table(
  ['fate', 'final'],
  actFates.map((fate) => [fate, mayChange(fate) ? 'no: another look may let it hold' : 'yes']),
)}
`;
}
