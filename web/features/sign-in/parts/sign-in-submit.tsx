import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';

/** Last part of a sign-in form: the reason why the last attempt was refused, and the button that submits. */
export function SignInSubmit({ problem, busy }: { problem: string | undefined; busy: boolean }) {
  const { t } = useTranslation(['signIn', 'words']);
  return (
    <>
      {problem !== undefined && (
        <div role="alert">
          <Strip tone="seal">{problem}</Strip>
        </div>
      )}
      <Button type="submit" variant="primary" size="xl" busy={busy} className="mt-1.5 w-full">
        {t(busy ? 'submitting' : 'words:signIn')}
      </Button>
    </>
  );
}
