import type { Mutant } from './mutant.ts';

/** Of rooms, their tablets and grants, of spare PCs and of the relay. */
export const roomMutants: readonly Mutant[] = [
  {
    name: 'SY15: a typed grant opens at any seat',
    file: 'sync/seal/seat-grant.ts',
    find: '(await proofOf(seatKey, grant)) === code.slice(saidChars)',
    put: '(await proofOf(seatKey, grant)) !== ""',
    within: 200,
  },
  {
    name: 'SY15: a typed grant counts on its PC and again with the news',
    file: 'sync/engine/attempt-ledger.ts',
    find: 'if (!counted.has(incident)) ms += one;',
    put: 'ms += one;',
    within: 200,
  },
  {
    name: 'an act of whoever has no duty holds',
    file: 'sync/machines/room-act-machine.ts',
    find: "{ when: ({ onDuty }) => !onDuty, fate: 'offDuty' },",
    put: '',
    within: 200,
  },
  {
    name: 'SY21: a pause gives back what the tablet says',
    file: 'sync/engine/room-views.ts',
    find: 'ms: Math.min(act.ms, Math.max(0, Math.round(lastedMs)))',
    put: 'ms: act.ms',
    within: 200,
  },
  {
    name: 'a room is closed by a ledger that leaves a seat out',
    file: 'sync/machines/room-act-machine.ts',
    find: '!known || !accounted',
    put: '!known',
    within: 300,
  },
  {
    name: 'an act is judged before what it says is in the log',
    file: 'server/modules/invigilation/room-steward.ts',
    find: 'await Promise.all(holding.map((attemptId) => rooms.apply(',
    put: 'await rooms.judge(logId, act, fates); await Promise.all(holding.map((attemptId) => rooms.apply(',
    within: 400,
  },
  {
    name: 'SY15: the sitting of a spare PC is not said in the log',
    file: 'server/modules/sync/push.ts',
    find: 'await deps.writer.noteEpoch(ticket.attemptId, ticket.actor, ticket.epoch);',
    put: '',
    within: 200,
  },
  {
    name: 'SY7a: what a relay keeps passes for received',
    file: 'sync/engine/push-loop.ts',
    find: 'if (kept.headHash !== input.headHash) return;',
    put: "await store.acknowledge(row.streamId, { seq: kept.keptThrough, hash: kept.headHash }, sight.epoch ?? '');",
    within: 200,
  },
  {
    name: 'SY7a: a relay lets go what the server did not take',
    file: 'sync/engine/carrier.ts',
    find: "answer.kind === 'ok' || answer.data?.kept === true",
    put: "answer.kind === 'ok' || answer.data !== null",
    within: 600,
  },
];
