import { formatPercent } from '../../lib/format-number.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { FigureStrip, type Figure } from '../../ui/primitives/panel.tsx';
import { Progress } from '../../ui/primitives/progress.tsx';

interface ImportSummaryProps {
  preview: { readonly good: number; readonly faulty: number };
  /** Figures beside the numbers of good and faulty rows. */
  extraFigures: readonly Figure[];
  busy: boolean;
  disabled?: boolean;
  onImport: () => void;
}

/** Shows how many rows are good, and the button that imports them. */
export function ImportSummary({ preview: { good, faulty }, extraFigures, busy, disabled = false, onImport }: ImportSummaryProps) {
  const { t } = useTranslation('workbook');
  return (
    <div className="flex flex-wrap items-center gap-3.5">
      <FigureStrip className="grow" figures={[{ label: t('good'), value: good }, { label: t('faulty'), value: faulty }, ...extraFigures]} />
      <Button variant="primary" disabled={good === 0 || disabled} busy={busy} onClick={onImport}>
        {t(faulty === 0 ? 'importAll' : 'importGood', { count: good })}
      </Button>
    </div>
  );
}

/** Shows the progress of an import. `total` 0: its length is not known yet. */
export function ImportProgress({ text, done, total }: { text: string; done: number; total: number }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="num flex items-baseline justify-between gap-3 text-sm text-muted-foreground">
        <p role="status">{text}</p>
        {total > 0 && <span aria-hidden>{formatPercent(Math.floor((done / total) * 100) / 100)}</span>}
      </div>
      <Progress value={total === 0 ? null : done / total} label={text} />
    </div>
  );
}
