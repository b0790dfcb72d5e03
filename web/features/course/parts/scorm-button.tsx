import { useAtomValue } from 'jotai';
import { AppWindow } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { platformInfoAtom, refreshPlatformInfo } from '../../../platform/pwa/platform-info.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { createScormPackage } from '../scorm/scorm-package.ts';

/**
 * Button that exports a SCORM package, with which another learning platform opens a course of this server. Without a public https address,
 * it says that this setting is missing.
 */
export function ExportScorm({ course }: { course: { readonly id: number; readonly title: string } }) {
  const { t } = useTranslation('learning');
  const { publicAddress = '' } = useAtomValue(platformInfoAtom);
  const website = useAtomValue(sessionUserAtom)?.school_website ?? '';
  const [isMissing, setMissing] = useState(false);
  // The address may have been entered since this window was opened.
  useEffect(() => void refreshPlatformInfo(), []);
  const exportPackage = async (): Promise<void> => {
    const hasAddress = publicAddress.startsWith('https:');
    setMissing(!hasAddress);
    if (hasAddress) downloadFile(await createScormPackage({ ...course, website, publicAddress }), `${course.title} SCORM.zip`);
  };
  return (
    <>
      {isMissing && (
        <span role="alert" className="self-center text-[13px] text-seal">
          {t('scormNoAddress')}
        </span>
      )}
      <Button title={t('scormHint')} onClick={() => void exportPackage()}>
        <AppWindow aria-hidden />
        {t('scormExport')}
      </Button>
    </>
  );
}
