import { ChevronDown } from 'lucide-react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { paperStatus, variantNames } from '../../../../../sync/contract/codes.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../../ui/primitives/link-button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '../../../../ui/primitives/dropdown-menu.tsx';
import { usePaperArea, type Paper } from '../../paper-queries.ts';

interface AssemblyActionsProps {
  paper: Paper;
  /** True if the paper has questions. */
  drawn: boolean;
  /** True if any variant has a locked question. */
  anyLocked: boolean;
  variants: number;
  byBlueprint: boolean;
  fixed: boolean;
  mayChange: boolean;
  busy: boolean;
  /** Draws one variant and leaves the others unchanged; null draws all. */
  onDraw: (only: number | null) => void;
  onVariants: () => void;
}

/** Offers the actions on the paper as a whole: preview, print, edit, and draw the questions. */
export function AssemblyActions({
  paper,
  drawn,
  anyLocked,
  variants,
  byBlueprint,
  fixed,
  mayChange,
  busy,
  onDraw,
  onVariants,
}: AssemblyActionsProps) {
  const { t } = useTranslation(['paper', 'ui', 'words']);
  const { base } = usePaperArea();
  const several = variants > 1;
  const redraw = t(anyLocked ? 'redrawRest' : 'redraw');
  const isReady = mayChange && paper.kind === 'exam' && paper.status === paperStatus.assembled;
  return (
    <>
      {drawn && (
        <>
          <LinkButton to={`${base}/paper-form/${paper.id}/preview`}>{t('words:paperPreview')}</LinkButton>
          <LinkButton to={`${base}/paper-form/${paper.id}/print`}>{t('ui:printNow')}</LinkButton>
        </>
      )}
      {!fixed && (
        <>
          <LinkButton to={`${base}/paper/create/${paper.id}`}>{t('words:edit')}</LinkButton>
          {drawn && several ? (
            <DropdownMenu
              trigger={
                <Button busy={busy}>
                  {redraw}
                  <ChevronDown aria-hidden />
                </Button>
              }
            >
              {variantNames.slice(0, variants).map((name, at) => (
                <MenuItem key={name} disabled={busy} onSelect={() => onDraw(at)}>
                  {t('redrawOnly', { name })}
                </MenuItem>
              ))}
              <MenuSeparator />
              <MenuItem disabled={busy} onSelect={() => onDraw(null)}>
                {t('redrawAll')}
              </MenuItem>
            </DropdownMenu>
          ) : (
            <Button variant={drawn ? 'outline' : 'primary'} busy={busy} onClick={() => onDraw(null)}>
              {drawn ? redraw : t(byBlueprint ? 'assembleNow' : 'draw')}
            </Button>
          )}
          {drawn && (
            <Button busy={busy} onClick={onVariants}>
              {t(several ? 'oneVariant' : 'makeVariants')}
            </Button>
          )}
        </>
      )}
      {isReady && (
        <LinkButton variant="primary" to={`/teacher/exam/exam-plan/create?paper=${paper.id}`}>
          {t('makePlan')}
        </LinkButton>
      )}
    </>
  );
}
