import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { cn } from '../../../../lib/cn.ts';

const most = 300;

interface QuotaCellProps {
  /** Name of the cell: "B-02 变频器 · X 核心". */
  name: string;
  want: number;
  /** Supply of the bank; undefined while loading. */
  have: number | undefined;
  /** Questions in the paper; null before the first draw. */
  got: number | null;
  /** Undefined if the quota cannot be changed. */
  onChange: ((count: number) => void) | undefined;
}

/** Shows and edits one quota. If the bank or the paper has fewer questions, both numbers are shown, so that colour is not the only sign. */
export function QuotaCellInput({ name, want, have, got, onChange }: QuotaCellProps) {
  const { t } = useTranslation('paper');
  const [typed, setTyped] = useState<string | null>(null);
  const isShort = have !== undefined && have < want;
  const differs = got !== null && got !== want;
  const shown = isShort ? `${got ?? have}/${want}` : differs ? `${got}/${want}` : String(want);
  const look = isShort
    ? 'bg-seal-soft font-semibold text-seal'
    : differs
      ? 'bg-kept-soft font-semibold text-kept-ink'
      : want === 0
        ? 'text-muted-foreground'
        : 'bg-delivered-soft text-delivered';
  const box = cn('num inline-block h-[23px] w-[52px] rounded-sm px-1 text-center text-[13.5px] leading-[23px]', look);
  const told = [
    t('cellWant', { n: want }),
    have === undefined ? '' : t('cellHave', { n: have }),
    got === null ? '' : t('cellGot', { n: got }),
  ];
  const label = `${name}：${told.filter((part) => part !== '').join('，')}`;
  if (onChange === undefined)
    return (
      <span title={label} className={box}>
        {shown}
      </span>
    );
  const commit = () => {
    const count = typed === null || typed.trim() === '' ? want : Math.round(Number(typed));
    setTyped(null);
    if (Number.isFinite(count) && count >= 0 && count <= most && count !== want) onChange(count);
  };
  return (
    <input
      inputMode="numeric"
      aria-label={label}
      title={label}
      value={typed ?? shown}
      onFocus={(event) => {
        setTyped(String(want));
        const field = event.currentTarget;
        requestAnimationFrame(() => field.select());
      }}
      onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 3))}
      onBlur={commit}
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
        if (event.key === 'Escape') setTyped(String(want));
        if (step === undefined) return;
        event.preventDefault();
        cellBeside(event.currentTarget, step)?.focus();
      }}
      className={cn(box, 'cursor-text outline-none focus:bg-card focus:text-foreground focus:ring-2 focus:ring-ring')}
    />
  );
}

/** Returns the input above or below in the same column. */
function cellBeside(from: HTMLElement, step: number): HTMLInputElement | undefined {
  const cell = from.closest('td');
  for (let row = cell?.parentElement; cell && row;) {
    row = (step < 0 ? row.previousElementSibling : row.nextElementSibling) as HTMLElement | null;
    const found = (row as HTMLTableRowElement | null)?.cells[cell.cellIndex]?.querySelector('input');
    if (found) return found;
  }
  return undefined;
}
