import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paperStatus } from '../../../../sync/contract/codes.ts';
import { Button } from '../../../ui/button.tsx';
import { usePaperArea } from '../paper-area.ts';
import type { Paper } from '../paper-queries.ts';

interface AssemblyActionsProps {
  paper: Paper;
  /** Anything in it yet? */
  drawn: boolean;
  /** Locked in any variant. */
  anyLocked: boolean;
  several: boolean;
  byBlueprint: boolean;
  fixed: boolean;
  mayChange: boolean;
  busy: boolean;
  onDraw: () => void;
  onVariants: () => void;
}

/** What can be done with the paper as a whole. */
export function AssemblyActions({
  paper,
  drawn,
  anyLocked,
  several,
  byBlueprint,
  fixed,
  mayChange,
  busy,
  onDraw,
  onVariants,
}: AssemblyActionsProps) {
  const { t } = useTranslation('paper');
  const { base } = usePaperArea();
  const isReady = mayChange && paper.kind === 'exam' && paper.status === paperStatus.assembled;
  return (
    <>
      {drawn && (
        <>
          <Button asChild>
            <Link to={`${base}/paper-form/${paper.id}/preview`}>{t('examineeView')}</Link>
          </Button>
          <Button asChild>
            <Link to={`${base}/paper-form/${paper.id}/print`}>{t('printPaper')}</Link>
          </Button>
        </>
      )}
      {!fixed && (
        <>
          <Button asChild>
            <Link to={`${base}/paper/create/${paper.id}`}>{t('change')}</Link>
          </Button>
          <Button variant={drawn ? 'outline' : 'primary'} busy={busy} onClick={onDraw}>
            {t(!drawn ? (byBlueprint ? 'assembleNow' : 'draw') : anyLocked ? 'redrawRest' : 'redraw')}
          </Button>
          {drawn && (
            <Button busy={busy} onClick={onVariants}>
              {t(several ? 'oneVariant' : 'makeVariants')}
            </Button>
          )}
        </>
      )}
      {isReady && (
        <Button asChild variant="primary">
          <Link to={`/teacher/exam/exam-plan/create?paper=${paper.id}`}>{t('makePlan')}</Link>
        </Button>
      )}
    </>
  );
}
