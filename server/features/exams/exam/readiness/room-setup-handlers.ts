import { createHash } from 'node:crypto';
import { roomCodeLifetimeMs, spareSeatNumber } from '../../../../../sync/contract/exams/exam-readiness.ts';
import { listRoomSeats } from '../../../../../sync/domain/exams/room-seats.ts';
import { encodeCodeLetters, normaliseCode } from '../../../../../sync/crypto/typed-code.ts';
import { type Caller, type Handlers, refuse } from '../../../../http/handler.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createRoomReads } from '../../room/room-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createReadinessStore } from './readiness-store.ts';

type SetupCalls = Pick<Handlers<'exam'>, 'openRoomCode' | 'closeRoomCode' | 'registerMachine' | 'startDrill'>;

/** Maximum number of spare PCs that are registered for one room. */
const mostSpares = 20;
/** Characters of a room's registration code, five bits each. */
const codeChars = 8;

/** Hashes the secret "ticket" by which a registered PC identifies itself (SHA-256). The server stores only the hash. */
export const hashMachineTicket = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');
/** Formats a code as it is read aloud: "7K3M-00QX". */
const formatCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Registers the PCs of a room by one code, and asks them for a rehearsal. The code permits nothing but registration. */
export function createRoomSetupHandlers({ db, clock, chance }: Pick<ExamDeps, 'db' | 'clock' | 'chance'>): SetupCalls {
  const findRoom = async (caller: Caller, roomId: number) =>
    (await createRoomReads(db).rooms(caller.schoolId, [roomId]))[0] ?? refuse('notFound', messages.roomUnknown());
  const createSetup = (roomId: number) => ({
    room_id: roomId,
    code: '',
    expires_ms: 0,
    left_count: 0,
    opened_by: 0,
    opened_ms: 0,
    drill_ms: 0,
  });

  return {
    async openRoomCode({ roomId }, context) {
      const { caller, audit } = context;
      const room = await findRoom(caller, roomId);
      const nowMs = clock.nowMs();
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const store = createReadinessStore(tx);
        const before = (await store.setup(roomId)) ?? createSetup(roomId);
        const isValid = before.code !== '' && before.expires_ms > nowMs && before.left_count > 0;
        const row = isValid
          ? before
          : {
              ...before,
              code: encodeCodeLetters(chance.bytes(codeChars)),
              expires_ms: nowMs + roomCodeLifetimeMs,
              left_count: listRoomSeats(room).length + mostSpares,
              opened_by: caller.userId,
              opened_ms: nowMs,
            };
        if (!isValid) await store.putSetup(row);
        await audit.noteIn(tx, { entity: 'examRoom', id: roomId, name: room.name, before: {}, after: { roomCodeUntil: row.expires_ms } });
        return { code: formatCode(row.code), expiresMs: row.expires_ms, left: row.left_count };
      });
    },

    async closeRoomCode({ roomId }, context) {
      const { caller, audit } = context;
      const room = await findRoom(caller, roomId);
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        await createReadinessStore(tx).setSetup(roomId, { code: '', expires_ms: 0, left_count: 0 });
        await audit.noteIn(tx, { entity: 'examRoom', id: roomId, name: room.name, before: {}, after: { roomCodeUntil: null } });
        return {};
      });
    },

    async registerMachine({ roomCode, seatNo, ticket }, context) {
      const nowMs = clock.nowMs();
      const code = normaliseCode(roomCode);
      const found = code.length === codeChars ? await createReadinessStore(db).roomOfCode(code, nowMs) : undefined;
      if (found === undefined) refuse('refused', messages.roomCodeUnknown());
      return runUnitOfWork(db, found.school_id, context, async (tx) => {
        const store = createReadinessStore(tx);
        // Check again in the transaction: the code may have been revoked or used up in the meantime.
        const setup = await store.roomOfCode(code, nowMs);
        if (setup === undefined) refuse('refused', messages.roomCodeUnknown());
        const { room_id: roomId, room: name } = setup;
        const [room] = await createRoomReads(tx).rooms(setup.school_id, [roomId]);
        if (room === undefined || seatNo > listRoomSeats(room).length) refuse('notFound', messages.seatUnknown());
        const hash = hashMachineTicket(ticket);
        const storedMachine = await store.byHash(hash);
        const isInRoom = storedMachine?.room_id === roomId;
        if (isInRoom && storedMachine.seat_no === seatNo) return { room: name };
        if (!isInRoom && setup.left_count <= 0) refuse('refused', messages.roomCodeUsedUp());
        const seatMachine = (await store.ofRoom(roomId)).find((machine) => machine.seat_no === seatNo);
        // A mistyped seat number must not displace a PC that was registered by the same code.
        if (seatNo !== spareSeatNumber && seatMachine !== undefined && seatMachine.bound_ms >= setup.opened_ms)
          refuse('refused', messages.seatHasMachine());
        if (storedMachine !== undefined) await store.unbind(storedMachine.device_id);
        await store.bind(
          {
            device_id: storedMachine?.device_id ?? chance.uuid(),
            room_id: roomId,
            seat_no: seatNo,
            token_hash: hash,
            bound_by: setup.opened_by,
            bound_ms: nowMs,
            seen_ms: nowMs,
          },
          mostSpares,
        );
        if (!isInRoom) await store.setSetup(roomId, { left_count: setup.left_count - 1 });
        await context.audit.noteIn(tx, {
          entity: 'examRoom',
          id: roomId,
          name,
          before: {},
          after: { machineAt: seatNo },
          schoolId: setup.school_id,
          byUserId: setup.opened_by,
        });
        return { room: name };
      });
    },

    async startDrill({ roomId }, context) {
      const { caller, audit } = context;
      const room = await findRoom(caller, roomId);
      const drillMs = clock.nowMs();
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const store = createReadinessStore(tx);
        await store.putSetup({ ...((await store.setup(roomId)) ?? createSetup(roomId)), drill_ms: drillMs });
        await audit.noteIn(tx, { entity: 'examRoom', id: roomId, name: room.name, before: {}, after: { drillAsked: drillMs } });
        return { drillMs };
      });
    },
  };
}
