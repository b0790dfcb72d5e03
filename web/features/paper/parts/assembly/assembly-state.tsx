import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import type { PaperAssembly } from '../../use-assembly.ts';

/** Shows an assembly that waits for the network, was interrupted by a closed tab, or was refused. */
export function AssemblyState({ assembly }: { assembly: PaperAssembly }) {
  const { t } = useTranslation('paper');
  const action = (text: string, onClick: () => void) => (
    <Button size="sm" onClick={onClick}>
      {text}
    </Button>
  );
  const side = 'flex shrink-0 gap-2 -my-1.5';
  if (assembly.state === 'waiting')
    return (
      <Strip tone="kept" live action={<span className={side}>{action(t('cancel'), assembly.drop)}</span>}>
        {t('assemblyWaits')}
      </Strip>
    );
  if (assembly.state === 'interrupted')
    return (
      <Strip
        tone="kept"
        live
        action={
          <span className={side}>
            {action(t('assemblyResume'), assembly.resume)}
            {action(t('assemblyDrop'), assembly.drop)}
          </span>
        }
      >
        {t('assemblyCutOff')}
      </Strip>
    );
  if (assembly.failure === null) return null;
  return (
    <div role="alert">
      <Strip tone="seal">
        {[assembly.failure.message, ...assembly.failure.fields.map((fault) => fault.message)]
          .filter((text, at, all) => all.indexOf(text) === at)
          .join(' ')}
      </Strip>
    </div>
  );
}
