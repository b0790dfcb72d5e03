import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useTranslation } from '../../../lib/i18n.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { listenForHello, progressReceiverAtom } from '../progress-report.ts';

/** A learning platform that has opened this window and greeted it by a message. `answer` posts a reply. */
interface Greeting {
  readonly origin: string;
  readonly answer: (message: object) => void;
}

/** /course-window/:id: the window that a SCORM package opens. It asks the learner whether the learning platform may receive the progress. */
export function CourseWindowPage() {
  const { t } = useTranslation('learning');
  const courseId = Number(useParams()['id']);
  const coursePage = `/student/learn/item/${courseId}`;
  const user = useAtomValue(sessionUserAtom);
  const setReceiver = useSetAtom(progressReceiverAtom);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [greeting, setGreeting] = useState<Greeting | null>(null);
  useEffect(() => listenForHello((origin, answer) => setGreeting((known) => known ?? { origin, answer })), []);
  const openCourse = (): void => void navigate(coursePage, { replace: true });
  if (greeting === null)
    return (
      <main className="mx-auto flex max-w-xl flex-col gap-3.5 p-6">
        <PageHeader title={t('windowTitle')} />
        <EmptyState title={t('windowWaiting')} action={<LinkButton to={coursePage}>{t('windowWithout')}</LinkButton>}>
          {t('windowWaitingText')}
        </EmptyState>
      </main>
    );
  const { origin, answer } = greeting;
  return (
    <main className="mx-auto flex max-w-xl flex-col gap-3.5 p-6">
      <PageHeader title={t('windowTitle')} />
      <Panel bodyClassName="flex flex-col gap-4 px-4 py-4">
        <p className="wrap-break-word">{t('windowText', { origin })}</p>
        <p className="text-[13px] text-muted-foreground">{t('windowAccount', { name: user?.name ?? '' })}</p>
        <div className="flex flex-wrap gap-2.5">
          <Button
            variant="primary"
            onClick={() => {
              setReceiver({ userId: user?.id ?? 0, courseId, origin });
              openCourse();
            }}
          >
            {t('windowAgree')}
          </Button>
          <Button
            onClick={() => {
              setReceiver(null);
              answer({ kind: 'wenkao.declined' });
              openCourse();
            }}
          >
            {t('windowDecline')}
          </Button>
          <LinkButton variant="ghost" to={`/login/${user?.school_website ?? ''}?redirect=${encodeURIComponent(pathname + search)}`}>
            {t('windowOtherAccount')}
          </LinkButton>
        </div>
      </Panel>
    </main>
  );
}
