import { useTranslation } from 'react-i18next';
import type { Assembly, CellKey, Relaxation } from '../../../../sync/contract/assembly.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';

const reasons = ['notInUse', 'banned', 'exposure', 'duplicate'] as const;

interface GapPanelProps {
  assembly: Assembly;
  cellName: (cell: CellKey) => string;
  busy: boolean;
  onTake: (relaxation: Relaxation) => void;
}

/** Where the bank falls short, cell by cell, and the smallest change that would do. */
export function GapPanel({ assembly, cellName, busy, onTake }: GapPanelProps) {
  const { t } = useTranslation('paper');
  const gaps = assembly.gaps.length > 0 ? assembly.gaps : assembly.shortfall.map((cell) => ({ ...cell, missing: cell.want - cell.got }));
  const { relaxation } = assembly;
  return (
    <section role="alert" className="num border-b bg-seal-soft/40 px-4 py-3 text-[13px] leading-relaxed">
      <div className="mb-1 flex items-center justify-between">
        <h3 className="text-sm font-semibold">{t('shortTitle', { count: gaps.reduce((sum, gap) => sum + gap.missing, 0) })}</h3>
        <Chip tone="seal" mark="square">
          {t('cellsShort', { count: gaps.length })}
        </Chip>
      </div>
      <div className="max-h-44 overflow-y-auto">
        {gaps.map((gap, at) => {
          const left = reasons
            .filter((reason) => gap.leftOut[reason] > 0)
            .map((reason) => t(`leftOutReason.${reason}`, { n: gap.leftOut[reason] }));
          return (
            <p key={at}>
              <b className="text-seal">{cellName(gap)}</b>：{t('gapLine', { missing: gap.missing, have: gap.have })}
              {left.length > 0 && t('leftOut', { list: left.join('、') })}
            </p>
          );
        })}
      </div>
      {relaxation !== null && (
        <div className="mt-1.5">
          <p>
            <b>{t('relaxTitle')}</b>：
            {[
              ...(relaxation.exposure === null
                ? []
                : [t('relaxExposure', { max: relaxation.exposure.maxExposure, n: relaxation.exposure.questions })]),
              ...relaxation.moves.map((move) => t('relaxMove', { from: cellName(move.from), to: cellName(move.to), n: move.count })),
              ...relaxation.drops.map((drop) => t('relaxDrop', { cell: cellName(drop.cell), n: drop.count })),
              ...(relaxation.shared > 0 ? [t('relaxShared', { n: relaxation.shared })] : []),
            ].join('；')}
          </p>
          <Button size="sm" className="mt-1.5" busy={busy} onClick={() => onTake(relaxation)}>
            {t('relaxTake')}
          </Button>
        </div>
      )}
    </section>
  );
}
