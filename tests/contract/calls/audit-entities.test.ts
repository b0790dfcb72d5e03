import { beforeAll, expect, it } from 'vitest';
import { auditStore } from '../../../server/modules/audit/audit-store.ts';
import { everyCall, isPlain } from '../fixtures/every-call.ts';
import { changeEverything } from '../fixtures/every-change.ts';
import { startServer } from '../server-fixture.ts';

/** Calls whose entry names no thing, and why that is right. */
const nameless: Readonly<Record<string, string>> = {};

let entries: { readonly call: string; readonly entity: string; readonly code: number }[];
beforeAll(async () => {
  const server = await startServer();
  await changeEverything(server);
  await server.deps.audit.settled();
  entries = await auditStore(server.deps.db).after(0, 1000);
});

const named = () => new Set(entries.filter((row) => row.code === 0 && row.entity !== '').map((row) => row.call));
/** Answers have a log of their own, which tells more. */
const changing = everyCall.filter((call) => call.changes && call.access !== 'ticket' && !isPlain(call.path)).map((call) => call.path);

it('has an entry of every call that changes something, and each names its thing', () => {
  expect(changing.filter((path) => !named().has(path) && !Object.hasOwn(nameless, path))).toEqual([]);
  expect(Object.keys(nameless).filter((path) => named().has(path) || !changing.includes(path))).toEqual([]);
});
