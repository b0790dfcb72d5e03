import type { StaleChange } from '../../sync/contract/stale-change.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { createChangeNoteStore, type ChangeNote } from '../db/change-note-store.ts';
import { formatCallTime } from './input/call-zone.ts';
import { type Message, refuse } from './handler.ts';

/**
 * Refuses a change if the caller saw another version of the row than the stored one (optimistic lock). Read `row` and call this in the
 * transaction of the change. `kind`: the row's kind in the change history.
 */
export async function requireVersion(
  db: Kysely<Database>,
  row: { readonly kind: string; readonly id: number; readonly version: number },
  versionSeen: number,
  called: Message,
  fieldNames: Readonly<Record<string, Message>>,
): Promise<void> {
  if (row.version !== versionSeen)
    refuseStaleVersion(called, await createChangeNoteStore(db).since(row.kind, row.id, versionSeen), fieldNames);
}

/**
 * Refuses a change that was based on an older version (1006): says who changed the row since, when, and which fields, in words and as `data`.
 * `called` is the row's name in a sentence; `fieldNames` gives the fields' names.
 */
export function refuseStaleVersion(called: Message, note: ChangeNote, fieldNames: Readonly<Record<string, Message>>): never {
  const joinFieldNames = (language: keyof Message, and: string) =>
    note.fields.map((field) => fieldNames[field]?.[language] ?? field).join(and);
  const changers = { 'zh-CN': note.names.join('、') || '他人', en: note.names.join(', ') || 'Someone else' };
  const when = note.atMs === 0 ? '' : formatCallTime(note.atMs).slice(0, -3);
  const message: Message = {
    'zh-CN':
      `${called['zh-CN']}已被${changers['zh-CN']}${when === '' ? '' : `于 ${when} `}修改` +
      `${note.fields.length === 0 ? '' : `（${joinFieldNames('zh-CN', '、')}）`}，请刷新后再试`,
    en:
      `${changers.en} changed the ${called.en}${when === '' ? '' : ` at ${when}`}` +
      `${note.fields.length === 0 ? '' : ` (${joinFieldNames('en', ', ')})`}; reload and try again`,
  };
  const data: StaleChange = { by: [...note.names], atMs: note.atMs, changed: [...note.fields] };
  refuse('conflict', message, { data });
}
