import { examStatus, examUserStatus } from '../../sync/contract/codes.ts';
import { examPhases, planMachine, planState, upcomingBeforeMs } from '../../sync/domain/exams/exam-machine.ts';
import { examUserStatusRows, examUserTransitions } from '../../sync/domain/exams/exam-user-status.ts';
import { canDecisionChange } from '../../sync/domain/exams/room-command-machine.ts';
import { commandDecisions } from '../../sync/contract/exams/room-command.ts';

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
export function formatStatusPage(): string {
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
  const shown = examUserStatusRows.map(({ when, shows }) => {
    const said = Object.entries(when).map(([register, value]) => `${register} is ${value}`);
    return [coded(examUserStatus, shows), said.join(', ') || 'none of these'];
  });
  const parts = registers.map((register) => {
    const moves = examUserTransitions.filter((row) => row.register === register);
    const arrows = moves.map(({ from, to, on, by }) => ({ from, to, on: `${on} (${by})` }));
    return `### ${register}\n\n${diagram(begins[register], arrows)}`;
  });
  return `# Statuses

This page is generated from the tables in \`sync/domain\`. Do not edit it. After a change of a table, run
\`npm run test:unit -- --project web tests/architecture/status-page.test.ts -u\`; a test compares the two.

In the diagrams, brackets name who causes a change.

## An exam plan

The stored states of a plan:

${diagram('draft', plan)}

The status code of a published plan follows from the time. A draft shows ${coded(examStatus, examStatus.notEnabled)}.

${table(['shown', 'from'], phases)}

## An examinee in an exam

Four registers change independently, so that two events at the same time keep both facts (\`sync/domain/exams/exam-user-status.ts\`).

${parts.join('\n\n')}

### Status code

The status code of the specification is the first row that applies:

${table(['shown', 'where'], shown)}

## A command of an invigilator's tablet

The server decides each command (\`sync/domain/exams/room-command-machine.ts\`). \`holds\` means accepted. A decision that is not final is taken again when
new facts arrive.

${table(
  ['decision', 'final'],
  commandDecisions.map((fate) => [fate, canDecisionChange(fate) ? 'no' : 'yes']),
)}
`;
}
