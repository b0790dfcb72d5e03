import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { toast } from '../../ui/feedback/toast.ts';
import {
  addChildLine,
  addSiblingLine,
  changeOutlineLine,
  listChildIndexes,
  type EditLine,
  getSubtreeEnd,
  indentLine,
  moveLine,
  type DetailOutline,
  outdentLine,
  getParentIndex,
  removeOutlineLine,
} from './outline.ts';
import type { EditField } from './outline-edit.ts';
import { isChangeCommand, type OutlineCommand } from './outline-keys.ts';
import { insertPastedRows } from './outline-paste.ts';
import type { OutlineEditor } from './use-outline.ts';

export interface OutlineEditing {
  readonly key: number;
  readonly field: EditField;
  /**
   * Set while the edited line was just added; `from` is the line that was active before. If the user leaves the new line without a name, it is
   * removed.
   */
  readonly fresh: { readonly from: number | null } | null;
}

/** Holds the grid's state (active line, folded lines, edited cell) and runs its commands. */
export function useOutlineGrid(editor: OutlineEditor, options: { readonly readOnly: boolean; readonly onSave: () => void }) {
  const { t } = useTranslation(['detail', 'ui']);
  const { lines, apply: put, newKey } = editor;
  const [activeKey, setActiveKey] = useState<number | null>(null);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [editing, setEditing] = useState<OutlineEditing | null>(null);
  const [announcement, setAnnouncement] = useState('');

  const visible = listVisibleLines(
    lines.map((line) => line.key),
    (at) => folded.has(lines[at]?.key ?? -1),
    (at) => getSubtreeEnd(lines, at),
  );
  const found = lines.findIndex((line) => line.key === activeKey);
  const active = found >= 0 ? found : lines.length > 0 ? 0 : -1;
  const focusAt = (at: number | undefined) => {
    const line = at === undefined ? undefined : lines[at];
    if (line !== undefined) setActiveKey(line.key);
  };
  const fold = (key: number, on: boolean) =>
    setFolded((before) => {
      const next = new Set(before);
      if (on) next.add(key);
      else next.delete(key);
      return next;
    });
  const reveal = (at: number) => {
    for (let up = getParentIndex(lines, at); up >= 0; up = getParentIndex(lines, up)) fold(lines[up]?.key ?? -1, false);
    focusAt(at);
  };
  const begin = (added: ReturnType<typeof addChildLine>, key: number) => {
    if (!put(added)) return refuse();
    const parent = added?.findIndex((line) => line.key === key) ?? -1;
    if (added !== null) fold(added[getParentIndex(added, parent)]?.key ?? -1, false);
    setActiveKey(key);
    setEditing({ key, field: 'name', fresh: { from: activeKey } });
  };
  const refuse = () => {
    setAnnouncement(t('cannot'));
    toast.info(t('cannot'), { id: 'detail-cannot' });
  };
  const remove = () => {
    const count = getSubtreeEnd(lines, active) - active;
    const siblings = listChildIndexes(lines, getParentIndex(lines, active));
    const place = siblings.indexOf(active);
    const next = siblings[place + 1] ?? siblings[place - 1] ?? getParentIndex(lines, active);
    put(removeOutlineLine(lines, active));
    focusAt(next);
    const text = t('deletedLines', { count });
    setAnnouncement(text);
    toast.plain(text, { action: { label: t('ui:editorUndo'), onClick: editor.undo } });
  };

  /** Pastes spreadsheet rows, by default at the active line. */
  const paste = (text: string, into: { lines: DetailOutline; at: number; usual?: EditLine['depth'] } = { lines, at: active }) => {
    if (options.readOnly) return;
    const pasted = insertPastedRows(into.lines, into.at, text, newKey, into.usual);
    if (typeof pasted === 'string') {
      const why = t(`paste.${pasted}`);
      setAnnouncement(why);
      return void toast.error(why);
    }
    put(pasted.lines);
    for (let up = getParentIndex(pasted.lines, pasted.first); up >= 0; up = getParentIndex(pasted.lines, up))
      fold(pasted.lines[up]?.key ?? -1, false);
    setActiveKey(pasted.lines[pasted.first]?.key ?? null);
    const done = t('pastedLines', { count: pasted.count });
    setAnnouncement(done);
    toast.plain(done, { action: { label: t('ui:editorUndo'), onClick: editor.undo } });
  };

  const run = (command: OutlineCommand): void => {
    if (options.readOnly && isChangeCommand(command)) return;
    const place = visible.indexOf(active);
    const line = lines[active];
    switch (command) {
      case 'up':
        return focusAt(visible[Math.max(0, place - 1)]);
      case 'down':
        return focusAt(visible[Math.min(visible.length - 1, place + 1)]);
      case 'first':
        return focusAt(visible[0]);
      case 'last':
        return focusAt(visible.at(-1));
      case 'collapse':
        if (line === undefined) return;
        if (!folded.has(line.key) && getSubtreeEnd(lines, active) > active + 1) return fold(line.key, true);
        return focusAt(getParentIndex(lines, active));
      case 'expand':
        if (line === undefined) return;
        if (folded.has(line.key)) return fold(line.key, false);
        return getSubtreeEnd(lines, active) > active + 1 ? focusAt(active + 1) : undefined;
      case 'edit':
        return line === undefined ? run('addSibling') : setEditing({ key: line.key, field: 'name', fresh: null });
      case 'addSibling': {
        const key = newKey();
        return begin(addSiblingLine(lines, active, key), key);
      }
      case 'addChild': {
        const key = newKey();
        return begin(addChildLine(lines, active, key), key);
      }
      case 'indent':
        return put(active < 0 ? null : indentLine(lines, active)) ? undefined : refuse();
      case 'outdent':
        return put(active < 0 ? null : outdentLine(lines, active)) ? undefined : refuse();
      case 'moveUp':
        return put(active < 0 ? null : moveLine(lines, active, -1)) ? undefined : refuse();
      case 'moveDown':
        return put(active < 0 ? null : moveLine(lines, active, 1)) ? undefined : refuse();
      case 'delete':
        return active < 0 ? undefined : remove();
      case 'undo':
        return editor.undo();
      case 'redo':
        return editor.redo();
      case 'save':
        return options.onSave();
      default:
        return line?.depth === 4 ? void put(changeOutlineLine(lines, active, { importance: command })) : undefined;
    }
  };

  return {
    active,
    visible,
    folded,
    fold,
    foldAll: (on: boolean) => setFolded(on ? new Set(lines.filter((line) => line.depth < 4).map((line) => line.key)) : new Set()),
    editing,
    setEditing,
    setActiveKey,
    reveal,
    run,
    paste,
    /** Adds a line after the line at index `at` of `changed`, the lines that result from an edit made just before. */
    addAfter: (changed: DetailOutline, at: number) => {
      const key = newKey();
      begin(addSiblingLine(changed, at, key), key);
    },
    /** Text that screen readers announce after a command of the grid. */
    announcement: announcement,
  };
}
export type OutlineGridState = ReturnType<typeof useOutlineGrid>;

/** Returns the indexes of the lines that are not hidden by a folded one. */
function listVisibleLines(keys: readonly number[], isFolded: (at: number) => boolean, end: (at: number) => number): number[] {
  const shown: number[] = [];
  for (let at = 0; at < keys.length; at = isFolded(at) ? end(at) : at + 1) shown.push(at);
  return shown;
}
