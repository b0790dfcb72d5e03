import { useTranslation } from '../../../../lib/i18n.ts';
import { z } from 'zod';
import { variantNames } from '../../../../../sync/contract/codes.ts';
import { CallFailure } from '../../../../platform/api/call.ts';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { Panel } from '../../../../ui/primitives/panel.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { usePaperArea } from '../../paper-area.ts';
import type { Paper } from '../../paper-queries.ts';
import { LinkButton } from '../../../../ui/primitives/link-button.tsx';

/** Error data of a draw for which the bank had too few questions. */
const shortData = z.object({
  shortages: z.array(z.object({ variant: z.int(), section: z.int(), want: z.int(), have: z.int() })),
  leftOut: z.int(),
});

/** Names every section that the bank could not fill, and suggests what to do. */
export function DrawShortage({ failure, paper, several }: { failure: Error; paper: Paper; several: boolean }) {
  const { t } = useTranslation(['paper', 'words']);
  const { base } = usePaperArea();
  const parsed = failure instanceof CallFailure ? shortData.safeParse(failure.data) : undefined;
  if (parsed?.success !== true) {
    return (
      <div role="alert">
        <Strip tone="seal">{failure.message}</Strip>
      </div>
    );
  }
  const { shortages, leftOut } = parsed.data;
  const missing = shortages.reduce((sum, short) => sum + short.want - short.have, 0);
  return (
    <div role="alert">
      <Panel
        title={t('shortTitle', { count: missing })}
        aside={
          <Chip tone="seal" mark="square">
            {t('shortPlaces', { count: shortages.length })}
          </Chip>
        }
        bodyClassName="flex flex-col gap-2 px-3.5 py-3 text-[13px] leading-relaxed"
      >
        {shortages.map((short) => (
          <p key={`${short.variant}.${short.section}`} className="num">
            <b className="text-seal">
              {several && `${t('variantName', { name: variantNames[short.variant] ?? '' })} · `}
              {paper.sections[short.section]?.title}
            </b>
            ：{t('shortLine', { ...short, missing: short.want - short.have })}
          </p>
        ))}
        {leftOut > 0 && <p>{t('heldLeftOut', { count: leftOut })}</p>}
        <p className="text-muted-foreground">{t('shortHelp')}</p>
        <div className="mt-1 flex gap-2">
          <LinkButton size="sm" to={`${base}/paper/create/${paper.id}`}>
            {t('words:paperEdit')}
          </LinkButton>
          <LinkButton size="sm" to="/teacher/exam/questions/import">
            {t('words:questionImport')}
          </LinkButton>
        </div>
      </Panel>
    </div>
  );
}
