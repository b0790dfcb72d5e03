interface TaskOf {
  readonly task: { readonly id: number };
  readonly taskOf: object;
  readonly work: object;
  readonly userId: number;
  readonly nowMs: number;
}
const minuteMs = 60_000;

/** An input for every call around what was set, of somebody's task. */
export const taskInputs = ({ task, taskOf, work, userId, nowMs }: TaskOf): Readonly<Record<string, object>> => ({
  '/task/add': taskOf,
  '/task/modify': { ...taskOf, ...task },
  '/task/withdraw': { id: task.id, reason: '越校' },
  '/task/getById': { id: task.id },
  '/task/getWork': { planId: task.id, userId },
  '/task/mark': { ...work, items: [{ itemId: '1', points: 1, comment: '' }] },
  '/task/giveBack': { ...work, reason: '越校', untilMs: nowMs + minuteMs },
  '/task/finish': { planId: task.id, userIds: [userId] },
  '/task/remind': { planId: task.id, userIds: [userId] },
  '/task/getByQuestion': { planId: task.id },
  '/task/getFigures': { planId: task.id },
  '/task/getEvidence': { planId: task.id, userId },
  '/task/decide': { planId: task.id, userId, choices: [{ itemId: '1', choose: null }], reason: '越校' },
  '/task/again': { planId: task.id, tryNo: 2 },
  '/task/myScore': { planId: task.id },
});
