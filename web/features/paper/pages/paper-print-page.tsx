import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { variantNames, type VariantName, sectionType } from '../../../../sync/contract/codes.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { PrintLayout, PrintBlock, PrintPage } from '../../../ui/print/print-layout.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { usePaperArea, useAssemblyPaper } from '../paper-queries.ts';
import { listPrintSections, getNumberRange, type PrintSection } from '../paper-print.ts';
import { AnswerSheet } from '../parts/print/answer-sheet.tsx';
import { PaperSheet } from '../parts/print/paper-sheet.tsx';
import { FileText } from 'lucide-react';
import { makeCall } from '../../../platform/api/call.ts';
import { useHasRowRight } from '../../../platform/choices/sharing.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { DropdownMenu, MenuItem } from '../../../ui/primitives/dropdown-menu.tsx';
import { decodeFile } from '../../../ui/form/decode-file.ts';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import type { ReactNode } from 'react';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { QuestionKey } from '../../../entities/question/question-key.tsx';

/** Printable sheets: the paper with or without space for answers, the answer sheet, and the answer key with or without analyses. */
const kinds = ['paper', 'paperPlain', 'sheet', 'key', 'keyFull'] as const;
type Kind = (typeof kinds)[number];

/** Prints a paper, its answer sheet or its key on A4, with the sealed line in the margin. The selection is part of the URL. */
export function PaperPrintPage() {
  const { t } = useTranslation('paper');
  const { paperId } = useParams();
  const { base } = usePaperArea();
  const user = useAtomValue(sessionUserAtom);
  const [params, setParams] = useSearchParams();
  const paper = useAssemblyPaper(Number(paperId));
  if (paper.data === undefined) return <LoadingState query={paper} className="mx-auto h-[80vh] max-w-[210mm] rounded-xl" />;
  const { name, rules, totalPoints, questionCount, variants } = paper.data;
  const names = variantNames.slice(0, variants.length);
  const kind: Kind = kinds.find((each) => each === params.get('what')) ?? 'paper';
  const variant = Math.max(
    0,
    names.findIndex((each) => each === params.get('variant')),
  );
  const letter = names[variant] ?? 'A';
  const put = (key: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(key, value);
        return next;
      },
      { replace: true },
    );
  const sections = listPrintSections(paper.data, variant);
  const missing = questionCount - sections.reduce((sum, section) => sum + section.items.length, 0);
  const isPaper = kind === 'paper' || kind === 'paperPlain';
  const isKey = kind === 'key' || kind === 'keyFull';
  const title = isPaper ? name : `${name} ${t(isKey ? 'printKinds.key' : 'printKinds.sheet')}`;
  return (
    <>
      {missing > 0 && (
        <div className="mb-3 print:hidden">
          <Strip
            tone="kept"
            action={
              <Link className="shrink-0 underline underline-offset-4" to={`${base}/paper-form/${paper.data.id}`}>
                {t('assemble')}
              </Link>
            }
          >
            {t('printMissing', { count: missing })}
          </Strip>
        </div>
      )}
      <PrintLayout
        key={kind}
        school={{ title: user?.school_title ?? '', ...(user?.school_logo !== undefined && { logo: user.school_logo }) }}
        title={title}
        {...(names.length > 1 && { badge: t('variantName', { name: letter }) })}
        {...(isPaper && { subtitle: t('printLine', { minutes: rules.minutes, total: totalPoints, pass: rules.passPoints }) })}
        footer={names.length > 1 ? `${title} · ${t('variantName', { name: letter })}` : title}
        {...(isPaper && { strip: { line: <SealedMarginLine />, fields: <SealedFields /> } })}
        actions={
          <>
            <LinkButton variant="ghost" className="mr-auto" to={`${base}/paper-form/${paper.data.id}`}>
              {t('backToPaper')}
            </LinkButton>
            {names.length > 1 && (
              <Select
                aria-label={t('variants')}
                value={letter}
                onChange={(value) => put('variant', value)}
                choices={names.map((each) => ({ value: each, label: t('variantName', { name: each }) }))}
                className="w-28"
              />
            )}
            <Select
              aria-label={t('printWhat')}
              value={kind}
              onChange={(value) => put('what', value)}
              choices={kinds.map((each) => ({ value: each, label: t(`printChoices.${each}`) }))}
              className="w-60"
            />
            {questionCount > missing && <PaperWordDownload paper={paper.data} variant={letter} several={names.length > 1} />}
          </>
        }
      >
        {isPaper && <PaperSheet sections={sections} minutes={rules.minutes} writeHere={kind === 'paper'} />}
        {kind === 'sheet' && <AnswerSheet sections={sections} variants={names} variant={letter} />}
        {isKey && <KeySheet sections={sections} analyses={kind === 'keyFull'} />}
      </PrintLayout>
    </>
  );
}

interface PaperWordDownloadProps {
  paper: { readonly id: number; readonly name: string };
  variant: VariantName;
  several: boolean;
}

/** Downloads one variant as a Word document, with answers if the user may see them. */
function PaperWordDownload({ paper: { id, name }, variant, several }: PaperWordDownloadProps) {
  const { t } = useTranslation('paper');
  const mayDo = useHasRowRight('paper', id);
  const writing = useAction({
    mutationFn: (keys: boolean) => makeCall(keys ? '/paper/exportWordKeys' : '/paper/exportWord', { id, variant }),
    onSuccess: (file, keys) => {
      const title = [name, several && t('variantName', { name: variant }), keys && t('wordKeys')]
        .filter((part) => part !== false)
        .join(' ');
      downloadFile(decodeFile(file), `${title}.docx`);
      toast.success(t('wordSaved'));
    },
  });
  return (
    <DropdownMenu
      trigger={
        <Button busy={writing.isPending}>
          <FileText aria-hidden />
          {t('word')}
        </Button>
      }
    >
      <MenuItem onSelect={() => writing.mutate(false)}>{t('wordPlain')}</MenuItem>
      {mayDo('keys') && <MenuItem onSelect={() => writing.mutate(true)}>{t('wordWithKeys')}</MenuItem>}
    </DropdownMenu>
  );
}

const upward = '[writing-mode:vertical-rl] rotate-180';

/** Prints the sealed line (密封线) on every sheet: dashes from top to bottom with its words between them. */
function SealedMarginLine() {
  const { t } = useTranslation('paper');
  const dash = <span className="grow border-r border-dashed border-current" />;
  const letters = [...t('sealedLetters')];
  return (
    <div aria-hidden className="ml-auto flex h-full w-[6mm] flex-col items-center gap-1.5 text-[9.5pt]">
      {letters.map((letter, at) => (
        <span key={at} className="contents">
          {dash}
          <span className={letters.length > 3 ? upward : 'rotate-[-90deg]'}>{letter}</span>
        </span>
      ))}
      {dash}
    </div>
  );
}

/** Prints the examinee's fields, which are cut off or folded over before marking. */
function SealedFields() {
  const { t } = useTranslation('paper');
  return (
    <div className={`flex h-full w-[12mm] items-center justify-around text-[10pt] ${upward}`}>
      {(['unitField', 'nameField', 'ticketField', 'seatField'] as const).map((field) => (
        <span key={field} className="flex items-end gap-1 whitespace-nowrap">
          {t(field)}
          <span className="inline-block h-[42mm] border-l border-current" />
        </span>
      ))}
    </div>
  );
}

type Item = PrintSection['items'][number];

/** Prints the key (参考答案): choices in tables, other questions with their marking schemes, and analyses if requested. */
function KeySheet({ sections, analyses }: { sections: readonly PrintSection[]; analyses: boolean }) {
  const { t } = useTranslation('paper');
  return (
    <PrintPage className="text-[10.5pt] leading-normal">
      {sections.map((one, at) => {
        const range = getNumberRange(one);
        const heading = (
          <h2 className="mb-1.5 font-bold">
            {one.section.title}
            {range !== null && (
              <span className="num ml-2 text-[9pt] font-normal">
                {t(range.from === range.to ? 'printOne' : 'printRange', { ...range })}
                {t('keyEach', { n: one.section.pointsEach })}
              </span>
            )}
          </h2>
        );
        const isChoice = one.section.type <= sectionType.judgement;
        // Choices are in the table; below it list only questions with an analysis.
        const listed = isChoice ? one.items.filter(({ question }) => analyses && question.analysis !== '') : one.items;
        return (
          <section key={at} className="mb-4">
            {isChoice && <KeyTable section={one} heading={heading} />}
            {listed.map((item, place) => (
              <PrintBlock key={item.number} className={isChoice ? 'mt-1.5' : 'mb-2'}>
                {place === 0 && !isChoice && heading}
                <div className="flex gap-2">
                  <span className="num w-[8mm] shrink-0 text-right">{item.number}.</span>
                  <div className="min-w-0 grow">
                    {isChoice ? (
                      <div className="text-[9.5pt]">
                        <b className="mr-2">
                          <Letters item={item} />
                        </b>
                        <RichText html={item.question.analysis} className="inline [&>p]:inline" />
                      </div>
                    ) : (
                      <>
                        <QuestionKey printed question={{ ...item.question, ...(!analyses && { analysis: '' }) }} />
                        <ScaledPoints item={item} points={one.section.pointsEach} />
                      </>
                    )}
                  </div>
                </div>
              </PrintBlock>
            ))}
          </section>
        );
      })}
    </PrintPage>
  );
}

/** Prints numbers above answers, ten a row, for marking by hand. */
function KeyTable({ section: one, heading }: { section: PrintSection; heading: ReactNode }) {
  const { t } = useTranslation(['paper', 'ui', 'words']);
  const rows = Array.from({ length: Math.ceil(one.items.length / 10) }, (_, at) => one.items.slice(at * 10, at * 10 + 10));
  const fill = (row: readonly Item[]) =>
    Array.from({ length: 10 - row.length }, (_, at) => <td key={`fill${String(at)}`} className={cell} />);
  return rows.map((row, at) => (
    <PrintBlock key={row[0]?.number}>
      {at === 0 && heading}
      <table className="num -mt-px w-full table-fixed border-collapse text-center">
        <tbody>
          <tr className="text-[8.5pt]">
            <th className={`${cell} w-[16mm] font-normal`}>{t('words:questionNumber')}</th>
            {row.map((item) => (
              <td key={item.number} className={cell}>
                {item.number}
              </td>
            ))}
            {fill(row)}
          </tr>
          <tr className="font-bold">
            <th className={`${cell} text-[8.5pt] font-normal`}>{t('ui:answer')}</th>
            {row.map((item) => (
              <td key={item.number} className={cell}>
                <Letters item={item} />
              </td>
            ))}
            {fill(row)}
          </tr>
        </tbody>
      </table>
    </PrintBlock>
  ));
}
const cell = 'border border-current py-0.5';

function Letters({ item: { question } }: { item: Item }) {
  if (question.key.kind !== 'choice') return null;
  if (question.type !== sectionType.judgement) return question.key.right.join('');
  return question.key.right[0] === 'T' ? '√' : '×';
}

/** Prints how the points of the rubric are scaled to those of the paper, if they differ. */
function ScaledPoints({ item, points }: { item: Item; points: number }) {
  const { t } = useTranslation('paper');
  const { key } = item.question;
  if (key.kind !== 'rubric' || key.items.length === 0) return null;
  const full = key.items.reduce((sum, each) => sum + each.points, 0);
  return full !== points && <p className="num mt-1 text-[9.5pt]">{t('keyScaled', { full, points })}</p>;
}
