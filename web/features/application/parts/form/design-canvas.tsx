import { ArrowDown, ArrowUp, Copy, GitBranch, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { type FormDesign, type FormFieldType, formFieldTypes } from '../../../../../sync/contract/applications/form-design.ts';
import { cn } from '../../../../lib/cn.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { EmptyState } from '../../../../ui/feedback/notice.tsx';
import { fieldTypeShortcuts, insertFieldCopy, moveField, insertNewField } from '../../design-edits.ts';
import { Panel } from '../../../../ui/primitives/panel.tsx';

interface DesignCanvasProps {
  design: FormDesign;
  at: number;
  onChoose: (at: number) => void;
  set: (design: FormDesign) => void;
  onAdd: (type: FormFieldType) => void;
  mayChange: boolean;
}

/**
 * Shows the fields of the design in their order. Arrow keys select a field, Alt with arrow keys moves it, a letter adds a field, and Delete
 * removes one. The mouse can do the same.
 */
export function DesignCanvas({ design, at, onChoose, set, onAdd, mayChange }: DesignCanvasProps) {
  const { t } = useTranslation(['application', 'words']);
  const list = useRef<HTMLOListElement>(null);
  const [drop, setDrop] = useState<number | null>(null);
  const focus = (to: number, length = design.length) => {
    const next = Math.min(length - 1, Math.max(0, to));
    onChoose(next);
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-row]')[next]?.focus());
  };
  const move = (by: 1 | -1) => {
    set(moveField(design, at, at + by));
    focus(at + by);
  };
  const remove = () => {
    set(design.toSpliced(at, 1));
    focus(at - 1);
  };
  const press = (event: KeyboardEvent) => {
    const type = formFieldTypes.find((each) => fieldTypeShortcuts[each] === event.key.toLowerCase());
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1;
      if (event.altKey && mayChange) move(by);
      else focus(at + by);
    } else if (event.key === 'Delete' && mayChange) remove();
    else if (type !== undefined && mayChange && !event.ctrlKey && !event.metaKey && !event.altKey) {
      onAdd(type);
      focus(at + 1, design.length + 1);
    } else return;
    event.preventDefault();
  };
  const dropped = (data: DataTransfer, to: number) => {
    const type = formFieldTypes.find((each) => each === data.getData(dragKind));
    const from = Number(data.getData('text/plain') || -1);
    if (type !== undefined) set(insertNewField(design, type, t(`fieldTypes.${type}`), to));
    else if (from >= 0) set(moveField(design, from, to > from ? to - 1 : to));
    onChoose(Math.min(design.length, to > from && type === undefined ? to - 1 : to));
    setDrop(null);
  };
  return (
    <ol
      ref={list}
      aria-label={t('designList')}
      onDragLeave={() => setDrop(null)}
      onDragOver={(event) => {
        if (mayChange) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        dropped(event.dataTransfer, drop ?? design.length);
      }}
      className="grid grid-cols-6 gap-1.5 rounded-xl border bg-card p-4"
    >
      {design.length === 0 && (
        <li className="col-span-6">
          <EmptyState title={t('designEmpty')}>{t('designEmptyText')}</EmptyState>
        </li>
      )}
      {design.map((field, index) => (
        <li
          key={field.key}
          className={cn(
            'relative min-w-0',
            field.width === 'full' ? 'col-span-6' : field.width === 'half' ? 'col-span-6 sm:col-span-3' : 'col-span-6 sm:col-span-2',
            drop === index && 'border-t-2 border-dashed border-primary',
          )}
          onDragOver={() => setDrop(index)}
          // A field is dropped at this row, even if the last `dragover` event came from another row.
          onDrop={(event) => {
            event.preventDefault();
            event.stopPropagation();
            dropped(event.dataTransfer, index);
          }}
        >
          <div
            data-row
            role="button"
            tabIndex={index === at ? 0 : -1}
            aria-pressed={index === at}
            aria-label={t('fieldOf', { label: field.label, n: index + 1, of: design.length, type: t(`fieldTypes.${field.type}`) })}
            draggable={mayChange}
            onDragStart={(event) => event.dataTransfer.setData('text/plain', String(index))}
            onClick={() => onChoose(index)}
            onFocus={() => onChoose(index)}
            onKeyDown={press}
            className={cn(
              'flex min-h-10 cursor-grab items-center gap-2 rounded-md border px-2.5 py-1.5 text-sm',
              field.type === 'section' ? 'bg-muted font-semibold' : 'bg-card',
              index === at && 'border-primary ring-1 ring-primary',
            )}
          >
            <span className="min-w-0 grow truncate">
              {field.label}
              {field.required && (
                <span aria-hidden className="ml-0.5 text-primary">
                  *
                </span>
              )}
            </span>
            {field.shownWhen.length > 0 && <GitBranch aria-label={t('conditional')} className="size-4 text-kept-ink" />}
            <span className="text-[13px] text-muted-foreground">{t(`fieldTypes.${field.type}`)}</span>
          </div>
          {index === at && mayChange && (
            <span className="mt-1 flex gap-1">
              <Button size="iconSm" repeats aria-label={t('words:moveUp')} disabled={index === 0} onClick={() => move(-1)}>
                <ArrowUp aria-hidden />
              </Button>
              <Button size="iconSm" repeats aria-label={t('words:moveDown')} disabled={index === design.length - 1} onClick={() => move(1)}>
                <ArrowDown aria-hidden />
              </Button>
              <Button size="iconSm" repeats aria-label={t('words:copy')} onClick={() => set(insertFieldCopy(design, index))}>
                <Copy aria-hidden />
              </Button>
              <Button size="iconSm" repeats aria-label={t('removeField')} onClick={remove}>
                <Trash2 aria-hidden />
              </Button>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

const dragKind = 'application/x-wenkao-field';

/** Lists the field types. A type is added by click, by drag, or by its letter on the canvas. */
export function DesignPalette({ onAdd }: { onAdd: (type: FormFieldType) => void }) {
  const { t } = useTranslation('application');
  return (
    <Panel title={t('fields')} bodyClassName="flex flex-col gap-0.5 p-2">
      <p className="px-1.5 pb-1 text-[13px] text-muted-foreground">{t('paletteHint')}</p>
      {formFieldTypes.map((type) => (
        <button
          key={type}
          type="button"
          draggable
          onDragStart={(event) => event.dataTransfer.setData(dragKind, type)}
          onClick={() => onAdd(type)}
          className="flex items-center justify-between rounded-md px-2 py-1.5 text-left text-sm hover:bg-muted"
        >
          {t(`fieldTypes.${type}`)}
          <kbd aria-hidden className="num rounded border px-1.5 text-[12px] text-muted-foreground">
            {fieldTypeShortcuts[type].toUpperCase()}
          </kbd>
        </button>
      ))}
    </Panel>
  );
}
