import { useTranslation } from '../../../lib/i18n.ts';
import { Chip, ChipMark } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { DetailOutline } from '../outline.ts';
import { formatRatio, type OutlineChecks } from '../outline-checks.ts';

interface Entry {
  readonly at: number;
  readonly text: string;
  readonly tone: 'seal' | 'kept';
}
const shownAtOnce = 60;

/** Lists unfinished or suspicious lines; each entry leads to its line. */
export function OutlineCheckPanel({ lines, checks, onGo }: { lines: DetailOutline; checks: OutlineChecks; onGo: (at: number) => void }) {
  const { t } = useTranslation('detail');
  const entries: Entry[] = [
    ...checks.faults.map((fault): Entry => ({
      at: fault.at,
      tone: 'seal',
      text: fault.kind === 'weightSum' ? t('fault.weightSum', { have: fault.have, want: fault.want }) : t(`fault.${fault.kind}`),
    })),
    ...checks.warnings.map((warning): Entry => ({
      at: warning.at,
      tone: 'kept',
      text: t('fault.ratio', { ratio: formatRatio(warning.ratio), counts: formatRatio(warning.counts) }),
    })),
  ];
  return (
    <Panel
      title={t('problems')}
      aside={
        <span className="num flex gap-1.5">
          {checks.faults.length > 0 && (
            <Chip tone="seal" mark="square">
              {t('problemCount', { count: checks.faults.length })}
            </Chip>
          )}
          {checks.warnings.length > 0 && (
            <Chip tone="kept" mark="ring">
              {t('warningCount', { count: checks.warnings.length })}
            </Chip>
          )}
        </span>
      }
      bodyClassName="scroll-slim max-h-72 overflow-y-auto"
    >
      {entries.length === 0 ? (
        <p className="flex items-center gap-2 px-3.5 py-3 text-[13px] text-delivered">
          <ChipMark shape="dot" />
          {t('noProblems')}
        </p>
      ) : (
        <ul className="divide-y text-[13px]">
          {entries.slice(0, shownAtOnce).map((entry, index) => {
            const line = lines[entry.at];
            return (
              <li key={index}>
                <button
                  type="button"
                  onClick={() => onGo(entry.at)}
                  className="block w-full px-3.5 py-2 text-left -outline-offset-2 hover:bg-muted/55"
                >
                  <span className="block truncate font-medium">
                    {line === undefined ? t('wholeTable') : `${line.code} ${line.name === '' ? t('unnamed') : line.name}`}
                  </span>
                  <span className={entry.tone === 'seal' ? 'text-seal' : 'text-kept-ink'}>
                    <ChipMark shape={entry.tone === 'seal' ? 'square' : 'ring'} className="mr-1.5 mb-px" />
                    {entry.text}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
