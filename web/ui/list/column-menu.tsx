import { Columns3 } from 'lucide-react';
import * as Base from 'radix-ui/popover';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../primitives/button.tsx';
import { Checkbox } from '../primitives/checkbox.tsx';
import { listShownColumns, type Column, type ColumnChoice } from './table-columns.ts';

interface ColumnMenuProps {
  columns: readonly Column<never>[];
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
  /** True if the window is wide enough for the `wide` columns. */
  wide: boolean;
}

/** Lets the user choose the visible columns; the choice is remembered. */
export function ColumnMenu({ columns, choice, onChange, wide }: ColumnMenuProps) {
  const { t } = useTranslation('ui');
  const shown = new Set(listShownColumns(columns, choice, wide).map((column) => column.key));
  const loose = columns.filter((column) => column.fixed !== true);
  if (loose.length === 0) return null;
  return (
    <Base.Root>
      <Base.Trigger asChild>
        <Button size="sm" variant="ghost" aria-label={t('columns')} title={t('columns')}>
          <Columns3 />
          {/* In a narrow list the label is hidden, so that the filters fit on one line. */}
          <span className="hidden @5xl:inline">{t('columns')}</span>
        </Button>
      </Base.Trigger>
      <Base.Portal>
        <Base.Content
          align="end"
          sideOffset={4}
          aria-label={t('columns')}
          className="z-50 flex max-h-[min(26rem,var(--radix-popover-content-available-height))] w-56 flex-col rounded-lg border bg-popover text-popover-foreground shadow-pop outline-none"
        >
          <div className="scroll-slim min-h-0 overflow-y-auto p-1">
            {loose.map((column) => (
              <label key={column.key} className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-sm hover:bg-accent">
                <Checkbox checked={shown.has(column.key)} onCheckedChange={(on) => onChange({ ...choice, [column.key]: on === true })} />
                {column.header}
              </label>
            ))}
          </div>
          <div className="border-t p-1">
            <Button size="sm" variant="ghost" className="w-full" disabled={Object.keys(choice).length === 0} onClick={() => onChange({})}>
              {t('columnsReset')}
            </Button>
          </div>
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
