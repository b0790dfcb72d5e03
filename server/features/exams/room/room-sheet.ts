import { examPlaceResource, examRoomResource, type roomImportRow, maxRoomSpan } from '../../../../sync/contract/exams/exam-place.ts';
import { completeDraft } from '../../../../sync/contract/resource.ts';
import type { z } from 'zod';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { refuse } from '../../../http/handler.ts';
import { createResourceStore } from '../../../resources/resource-store.ts';
import { roomMessages as messages } from './room-messages.ts';
import { createRoomStore } from './room-store.ts';

type Line = z.output<typeof roomImportRow>;
interface Added {
  readonly rooms: number;
  readonly places: number;
}
type Fault = { path: string; message: ReturnType<typeof messages.noSeat> };

const span = (text: string): number | undefined => {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= maxRoomSpan ? value : undefined;
};

/** Adds all rooms of a sheet with the places that they name, in the caller's transaction. Refuses with the faults of each line. */
export async function addRoomsFromSheet(
  tx: Transaction<Database>,
  { schoolId, ...by }: { readonly schoolId: number; readonly userId: number; readonly nowMs: number },
  lines: readonly Line[],
): Promise<Added> {
  const store = createRoomStore(tx);
  const placeStore = createResourceStore(tx, examPlaceResource, null);
  const places = new Map([...(await store.placeNames(schoolId))].map(([id, name]) => [name.toLowerCase(), id]));
  const before = places.size;
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const [at, line] of lines.entries()) {
    const wrong = (field: string, message: Fault['message']) => faults.push({ path: `lines.${at}.${field}`, message });
    const [rows, columns] = [span(line.rows), span(line.columns)];
    if (line.name === '') wrong('name', messages.lineNoName(line.row));
    if (line.place === '') wrong('place', messages.lineNoPlace(line.row));
    if (rows === undefined || columns === undefined)
      wrong(rows === undefined ? 'rows' : 'columns', messages.lineSpan(line.row, maxRoomSpan));
    const called = `${line.place.toLowerCase()}/${line.name}`;
    const placeId = places.get(line.place.toLowerCase());
    if (seen.has(called)) wrong('name', messages.lineTwice(line.row, line.name));
    else if (placeId !== undefined && (await store.isNamed(schoolId, placeId, line.name, 0)))
      wrong('name', messages.lineTaken(line.row, line.name));
    seen.add(called);
    if (faults.length > 0 || rows === undefined || columns === undefined) continue;
    const within = placeId ?? (await placeStore.add(schoolId, completeDraft(examPlaceResource, placeDraft(line.place)), by)).id;
    places.set(line.place.toLowerCase(), within);
    const { name, location, machines } = line;
    const draft = { ...blankRoom, name, placeId: within, location, rows, columns, machines };
    await store.rooms.add(schoolId, completeDraft(examRoomResource, draft), by);
  }
  if (faults.length > 0) refuse('invalid', messages.linesWrong(faults.length), { fields: faults.slice(0, 50) });
  return { rooms: lines.length, places: places.size - before };
}

const placeDraft = (name: string) => ({ name, address: '', way: '', phone: '', open: true });
const blankRoom = { aisles: [], marks: [], numbering: 'snakeColumns' as const, open: true, note: '' };
