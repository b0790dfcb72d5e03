import { expect, it } from 'vitest';
import { markingCalls } from '../../../sync/contract/marking/marking.ts';
import { createTestMark, startMarkingRoom } from '../fixtures/marking-room.ts';

const scripts = 40;
const people = 50;

it('fifty markers who take scripts at the same moment each get a different one, and every script is taken', async () => {
  const room = await startMarkingRoom({ people: scripts, markers: people });
  const takes = await Promise.all(Array.from({ length: people }, (_, n) => room.marker(n)(markingCalls.take, room.written)));
  const codes = takes.flatMap(({ script }) => script?.code ?? []);
  expect([codes.length, new Set(codes).size]).toEqual([scripts, scripts]);
  // Every marker asks for a script (an examinee's answer to mark) again and gets the same one. A marker who names another marker's script is refused.
  const again = await Promise.all(Array.from({ length: people }, (_, n) => room.marker(n)(markingCalls.take, room.written)));
  expect(again.map(({ script }) => script?.code)).toEqual(takes.map(({ script }) => script?.code));
  const [holder, idle] = [takes.findIndex(({ script }) => script !== null), takes.findIndex(({ script }) => script === null)];
  const code = takes[holder]?.script?.code;
  const others = await room.markers[idle]?.(markingCalls.take.path, { ...room.written, code });
  expect(others).toMatchObject({ code: 1002 });
  // All markers mark at the same moment, and each script gets one mark.
  await Promise.all(
    takes.map(async ({ script }, n) => {
      if (script)
        await room.marker(n)(markingCalls.mark, { ...room.written, code: script.code, basis: script.basis, given: createTestMark(0.5, 1) });
    }),
  );
  const rows = await room.server.deps.db.selectFrom('item_mark').select(['attempt_id', 'cent']).execute();
  expect([rows.length, new Set(rows.map((row) => row.attempt_id)).size, rows.every((row) => row.cent === 150)]).toEqual([
    scripts,
    scripts,
    true,
  ]);
});

it('scripts that are marked twice go to two different markers if fifty take them at the same moment', async () => {
  const room = await startMarkingRoom({ people: 20, markers: people, twice: true });
  const takes = await Promise.all(Array.from({ length: people }, (_, n) => room.marker(n)(markingCalls.take, room.written)));
  const codes = takes.flatMap(({ script }) => script?.code ?? []);
  const counts = [...Map.groupBy(codes, (code) => code).values()].map((all) => all.length);
  expect([codes.length, counts.every((count) => count === 2)]).toEqual([40, true]);
});
