import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { PaperAssemblyEditor } from '../use-paper-assembly-editor.ts';

const conflict = 1006;

/** Save indicator of a paper: on the server, being saved, or only on this PC. A refusal is shown by `AssemblyRefusal`. */
export function AssemblySaveIndicator({ desk }: { desk: PaperAssemblyEditor }) {
  const { t } = useTranslation('paper');
  if (desk.state === 'refused') return null;
  if (desk.state === 'kept' || desk.state === 'unkept')
    return (
      <Chip tone={desk.state === 'kept' ? 'kept' : 'seal'} mark="ring">
        {desk.state === 'unkept'
          ? t('unkept')
          : desk.failure?.network === false
            ? t('keptWhy', { reason: desk.failure.message })
            : t('keptHere')}
      </Chip>
    );
  return (
    <Chip tone="delivered" mark="dot">
      {t(desk.state === 'saving' ? 'savingNow' : 'savedServer')}
    </Chip>
  );
}

/** Shows why the server refused the changes, and the possible actions. The changes stay on this PC until the user chooses one. */
export function AssemblyRefusal({ desk }: { desk: PaperAssemblyEditor }) {
  const { t } = useTranslation('paper');
  const { t: ui } = useTranslation('ui');
  if (desk.state !== 'refused' || desk.failure === null) return null;
  const isStale = desk.failure.code === conflict;
  return (
    <div role="alert">
      <Strip
        tone="seal"
        action={
          <span className="-my-1.5 flex shrink-0 gap-2">
            <Button size="sm" onClick={desk.discard}>
              {isStale ? ui('takeTheirs') : t('dropMine')}
            </Button>
            <Button size="sm" onClick={isStale ? desk.overwrite : desk.retry}>
              {isStale ? ui('keepMine') : t('retry')}
            </Button>
          </span>
        }
      >
        {t('notSaved', { reason: [desk.failure.message, ...desk.failure.fields.slice(0, 3).map((fault) => fault.message)].join(' ') })}
      </Strip>
    </div>
  );
}
