import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { finishDirectorySignIn } from '../../../platform/session/sign-in.ts';
import { getDestination } from '../destination.ts';
import { takeDirectoryFlow } from '../directory-flow.ts';
import { FinishSignIn } from '../parts/finish-sign-in.tsx';

/** Finishes a sign-in at the page of a directory, which has sent the browser here with its answer. */
export function SignInReturnPage() {
  const { t } = useTranslation('signIn');
  // Read both once and together: React's strict mode renders twice, but the directory's answer can be used only once.
  const [{ begun, answer }] = useState(() => ({ begun: takeDirectoryFlow(), answer: location.search.slice(1) }));
  return (
    <FinishSignIn
      flow={begun?.flow ?? null}
      notBegun={t('directoryNotBegun')}
      back={begun?.signIn ?? '/login'}
      finish={async (flow, code) => ({
        user: await finishDirectorySignIn(flow, answer, code),
        open: ({ user_type: type }) => getDestination(begun?.redirect ?? null, type),
      })}
    />
  );
}
