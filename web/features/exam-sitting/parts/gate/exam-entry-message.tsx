import type { ReactNode } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';

interface ExamEntryMessageProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** Shows a message with its next steps in place of the exam. */
export function ExamEntryMessage({ icon, title, children, actions }: ExamEntryMessageProps) {
  const { t } = useTranslation('examSitting');
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div role="alert" className="flex w-full max-w-[34rem] flex-col items-center gap-3 rounded-xl border bg-card px-8 py-10 text-center">
        <span className="[&_svg]:size-11 [&_svg]:stroke-[1.4]">{icon}</span>
        <h1 className="text-xl font-semibold">{title}</h1>
        <div className="text-[15px] leading-relaxed text-muted-foreground">{children}</div>
        <div className="mt-3 flex flex-wrap justify-center gap-2.5">
          <Button asChild size="lg">
            <PageLink to="/student/home/index">{t('gate.home')}</PageLink>
          </Button>
          {actions}
        </div>
      </div>
    </main>
  );
}
