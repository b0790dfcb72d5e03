import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { PublicSchool } from '../../../platform/session/school-memory.ts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/primitives/tabs.tsx';
import { getDestination } from '../destination.ts';
import { CredentialFields } from './credential-fields.tsx';

export type SignInKind = 'password' | 'ticket';

export function SignInForm({ school }: { school: PublicSchool }) {
  const { t } = useTranslation('signIn');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [kind, setKind] = useState<SignInKind>('password');
  return (
    <Tabs value={kind} onValueChange={(next) => setKind(next as SignInKind)}>
      <TabsList className="mb-[22px]">
        <TabsTrigger value="password">{t('byPassword')}</TabsTrigger>
        <TabsTrigger value="ticket">{t('byTicket')}</TabsTrigger>
      </TabsList>
      {(['password', 'ticket'] as const).map((each) => (
        <TabsContent key={each} value={each} tabIndex={-1}>
          <CredentialFields
            kind={each}
            schoolId={school.id}
            onSignedIn={(user) => void navigate(getDestination(params.get('redirect'), user.user_type), { replace: true })}
          />
        </TabsContent>
      ))}
    </Tabs>
  );
}
