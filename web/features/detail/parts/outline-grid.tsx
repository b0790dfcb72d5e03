import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { changeOutlineLine, getSubtreeEnd, removeOutlineLine } from '../outline.ts';
import type { OutlineChecks } from '../outline-checks.ts';
import { parseFieldChange, listEditFields } from '../outline-edit.ts';
import { getOutlineCommand } from '../outline-keys.ts';
import { isPastedTable } from '../outline-paste.ts';
import type { OutlineEditor } from '../use-outline.ts';
import type { OutlineGridState } from '../use-outline-grid.ts';
import { outlineColumns, OutlineRow, type RowHandlers } from './outline-row.tsx';
import { useLatest } from '../../../ui/use-latest.ts';

interface OutlineGridProps {
  editor: OutlineEditor;
  grid: OutlineGridState;
  checks: OutlineChecks;
  readOnly: boolean;
}

/** Shows the lines as a grid operated by keyboard. One row is the Tab stop; keys do everything else. */
export function OutlineGrid({ editor, grid, checks, readOnly }: OutlineGridProps) {
  const { t } = useTranslation('detail');
  const body = useRef<HTMLDivElement>(null);
  const { lines } = editor;
  const activeKey = lines[grid.active]?.key;
  const { editing } = grid;

  // Move the focus to the line that a command made active, but only if the focus was in the grid.
  useEffect(() => {
    const row = body.current?.querySelector<HTMLElement>(`[data-key="${activeKey}"]`);
    if (editing !== null || row === null || row === undefined) return;
    const held = document.activeElement;
    if (body.current?.contains(held) === true || held === document.body) row.focus();
    row.scrollIntoView({ block: 'nearest' });
  }, [activeKey, editing, lines]);

  const now: RowHandlers = {
    focus: grid.setActiveKey,
    fold: grid.fold,
    edit: (key, field) => !readOnly && grid.setEditing({ key, field, fresh: null }),
    pasteText: (of, text) => {
      if (!isPastedTable(text)) return false;
      const at = lines.indexOf(of);
      const fresh = editing?.fresh ?? null;
      grid.setEditing(null);
      // Replace the empty line that was just added with the pasted rows.
      if (fresh !== null && of.name === '') {
        editor.forget();
        grid.paste(text, { lines: removeOutlineLine(lines, at), at: at - 1, usual: of.depth });
      } else grid.paste(text, { lines, at, usual: of.depth });
      return true;
    },
    end: (of, field, text, how, dropped) => {
      const at = lines.indexOf(of);
      const fresh = editing?.fresh ?? null;
      grid.setEditing(null);
      if (dropped !== null) toast.info(t('cellDropped', { text: dropped }));
      if (fresh !== null && text.trim() === '' && (how === 'escape' || how === 'blur' || how === 'enter')) {
        editor.forget();
        grid.setActiveKey(fresh.from);
        return;
      }
      const change = parseFieldChange(of, field, text);
      const next = change === null ? lines : changeOutlineLine(lines, at, change);
      if (Object.entries(change ?? {}).some(([name, value]) => JSON.stringify(of[name as keyof typeof of]) !== JSON.stringify(value)))
        editor.put(next);
      if (how === 'enter' && field === 'name' && fresh !== null) grid.addAfter(next, at);
      if (how !== 'tab' && how !== 'backTab') return;
      const fields = listEditFields(of);
      const other = fields[fields.indexOf(field) + (how === 'tab' ? 1 : -1)];
      if (other !== undefined) grid.setEditing({ key: of.key, field: other, fresh: null });
    },
  };
  const nowRef = useLatest(now);
  const [on] = useState((): RowHandlers => ({
    focus: (...told) => nowRef.current.focus(...told),
    fold: (...told) => nowRef.current.fold(...told),
    edit: (...told) => nowRef.current.edit(...told),
    end: (...told) => nowRef.current.end(...told),
    pasteText: (...told) => nowRef.current.pasteText(...told),
  }));

  const cells = [t('name'), t('weight'), '', t('ratio'), t('X'), t('Y'), t('Z')];
  return (
    <div
      role="treegrid"
      // The grid itself is no Tab stop, because one of its rows always is.
      tabIndex={-1}
      aria-label={t('grid')}
      aria-readonly={readOnly}
      ref={body}
      onKeyDown={(event) => {
        const command = getOutlineCommand(event);
        if (command === undefined || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        grid.run(command);
      }}
    >
      <div role="row" className={cn(outlineColumns, 'sticky top-0 z-10 h-8 border-b bg-card text-[12.5px] text-muted-foreground')}>
        {cells.map((text, at) => (
          <div
            key={at}
            role="columnheader"
            className={
              at === 0 ? 'flex items-center pl-9' : at < 4 ? 'flex items-center justify-end px-2.5' : 'flex items-center justify-center'
            }
          >
            {text}
          </div>
        ))}
      </div>
      {grid.visible.map((at) => {
        const line = lines[at];
        if (line === undefined) return null;
        return (
          <OutlineRow
            key={line.key}
            line={line}
            isActive={at === grid.active}
            isFolded={grid.folded.has(line.key)}
            hasChildren={getSubtreeEnd(lines, at) > at + 1}
            gap={checks.gapAt(at)}
            counts={checks.counts[at] ?? { x: 0, y: 0, z: 0 }}
            faulty={checks.faulty.has(at)}
            warned={checks.warned.has(at)}
            field={editing?.key === line.key ? editing.field : null}
            on={on}
          />
        );
      })}
    </div>
  );
}
