import type { ImportedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';
import type { BlankRule } from '../../../../../../sync/contract/bank/question.ts';
import type { Message } from '../../../../../http/handler.ts';
import { parseJudgement, formatBlanks } from '../answer-text.ts';
import { isJudgementPair, getOptionWord } from '../choice-words.ts';
import { joinAnalysis, getOptionLetter } from '../text/foreign-words.ts';
import { questionMessages } from '../../question-messages.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { formatLeftItems } from '../matching-text.ts';
import { formatBlankSpan } from '../text/plain-html.ts';
import { readQtiAttribute, type ConvertQtiHtml, normaliseQtiName } from './qti-html.ts';
import type { FormatRemark } from '../question-format.ts';
import { listDescendants, listChildElements, getElementText, type XmlElement } from '../xml-tree.ts';

interface QtiQuestion {
  readonly draft: Partial<ImportedQuestionDraft>;
  readonly faults: readonly FormatRemark[];
}
type AddWarning = (field: string, reason: Message) => void;

const unsupported: Readonly<Record<string, string>> = {
  associateinteraction: 'matching',
  gapmatchinteraction: 'drag',
  graphicgapmatchinteraction: 'drag',
  graphicorderinteraction: 'hotspot',
  graphicassociateinteraction: 'hotspot',
  hotspotinteraction: 'hotspot',
  hottextinteraction: 'hotspot',
  selectpointinteraction: 'hotspot',
  positionobjectinteraction: 'hotspot',
  uploadinteraction: 'upload',
};

const listBelow = (element: XmlElement): XmlElement[] => listChildElements(element).flatMap((child) => [child, ...listBelow(child)]);
const listByName = (element: XmlElement, name: string): XmlElement[] => listBelow(element).filter((one) => normaliseQtiName(one) === name);

/** Reads type, stem, options and key of an item from the interactions of its body. */
export function readQtiAnswer(item: XmlElement, body: XmlElement, html: ConvertQtiHtml, warn: AddWarning): QtiQuestion {
  const interactions = listBelow(body).filter(
    (one) => normaliseQtiName(one).endsWith('interaction') && normaliseQtiName(one) !== 'endattemptinteraction',
  );
  const kinds = [...new Set(interactions.map(normaliseQtiName))];
  const rubric = listByName(body, 'rubricblock').filter((block) => !isForCandidates(block));
  const replaceSkipped = (element: XmlElement): string | undefined =>
    ['feedbackinline', 'feedbackblock', 'modalfeedback', 'stylesheet'].includes(normaliseQtiName(element)) ||
    (normaliseQtiName(element) === 'rubricblock' && !isForCandidates(element))
      ? ''
      : undefined;
  const reject = (reason: Message): QtiQuestion => ({
    draft: { stem: html(body.children, replaceSkipped) },
    faults: [{ field: 'type', reason }],
  });
  const unsupportedKind = kinds.find((kind) => kind in unsupported);
  if (unsupportedKind !== undefined) return reject(messages.unsupported(unsupported[unsupportedKind] ?? unsupportedKind));

  const feedback = gatherFeedback(item, html);
  if (feedback.isOfParts) warn('analysis', messages.feedbackMoved());
  const reference = rubric.map((block) => stripOuterBreaks(html(block.children))).join('<br>');
  const finish = (draft: Partial<ImportedQuestionDraft>): QtiQuestion => {
    // Only a question that people mark has a field for notes to markers (`reference`). In any other question the notes go to the analysis, with a
    // warning.
    const isLost = draft.reference === undefined && reference !== '';
    if (isLost) warn('analysis', messages.scorerRubric());
    return {
      draft: { ...draft, analysis: [feedback.html, isLost ? reference : ''].filter((text) => text !== '').join('<br>') },
      faults: [],
    };
  };
  const [interaction] = interactions;
  if (interaction === undefined) return reject(messages.unsupported('description'));

  if (kinds.every((kind) => kind === 'textentryinteraction' || kind === 'inlinechoiceinteraction')) {
    const rules: string[] = [];
    const stem = html(body.children, (element) => {
      const name = normaliseQtiName(element);
      if (name !== 'textentryinteraction' && name !== 'inlinechoiceinteraction') return replaceSkipped(element);
      rules.push(readGap(item, element, warn));
      return formatBlankSpan(rules.length);
    });
    return finish({ type: 'fillIn', stem: stripOuterBreaks(stem), answer: rules.includes('') ? '' : rules.join('\n') });
  }
  if (interactions.length > 1) return reject(kinds.length > 1 ? messages.twoInteractions() : messages.unsupported('composite'));
  const convertAround = (inner: (element: XmlElement) => string): string =>
    html(body.children, (element) => (element === interaction ? inner(element) : replaceSkipped(element)));
  const convertPrompt = (element: XmlElement): string =>
    listByName(element, 'prompt')
      .map((one) => html(one.children))
      .join('<br>');
  if (kinds[0] === 'extendedtextinteraction')
    return finish({ type: 'questionAnswer', stem: stripOuterBreaks(convertAround(convertPrompt)), reference });
  if (kinds[0] === 'orderinteraction' || kinds[0] === 'matchinteraction') {
    const convertChoice = (choice: XmlElement): string => html(choice.children, replaceSkipped);
    const correctIds = listCorrectValues(findDeclaration(item, interaction));
    const read =
      kinds[0] === 'orderinteraction'
        ? readOrder(interaction, correctIds, convertChoice)
        : readMatch(interaction, correctIds, convertChoice);
    return { ...finish({ ...read, stem: stripOuterBreaks(convertAround(convertPrompt)) }), faults: read.faults };
  }
  if (kinds[0] !== 'choiceinteraction') return reject(messages.unsupported(kinds[0] ?? ''));

  if (isOwnLogic(item)) warn('answer', messages.responseLogic());
  const { faults, ...choice } = readChoice(interaction, findDeclaration(item, interaction), (one) => html(one.children, replaceSkipped));
  return { ...finish({ ...choice, stem: stripOuterBreaks(convertAround(convertPrompt)) }), faults };
}

type ChoiceAnswer = Pick<ImportedQuestionDraft, 'type' | 'answer'> & {
  readonly options?: string[];
  readonly faults: readonly FormatRemark[];
};

/** Reads a choice interaction. Two options such as "right" and "wrong" make a judgement question. */
function readChoice(interaction: XmlElement, declared: XmlElement | undefined, text: TextOf): ChoiceAnswer {
  const choices = listByName(interaction, 'simplechoice');
  const type = (declared && readQtiAttribute(declared, 'cardinality')) === 'multiple' ? 'multiple' : 'single';
  const rightIds = listRightResponses(declared, type === 'multiple');
  const ids = choices.map(getChoiceId);
  const options = choices.map(text);
  const unknownIds = rightIds.filter((id) => !ids.includes(id));
  if (unknownIds.length > 0)
    return { type, options, answer: '', faults: [{ field: 'answer', reason: questionMessages.labelNotOption(unknownIds.join(' ')) }] };
  if (isJudgementPair(options) && rightIds.length === 1) {
    const word = getOptionWord(options[ids.indexOf(rightIds[0] ?? '')] ?? '');
    return { type: 'judgement', answer: parseJudgement(word) === 'T' ? '对' : '错', faults: [] };
  }
  return { type, options, answer: rightIds.map((id) => getOptionLetter(ids.indexOf(id))).join(''), faults: [] };
}

type ReadPlaces = Pick<ImportedQuestionDraft, 'type' | 'options' | 'answer'> & {
  readonly left?: string;
  readonly faults: readonly FormatRemark[];
};
type TextOf = (choice: XmlElement) => string;
const getChoiceId = (choice: XmlElement): string => readQtiAttribute(choice, 'identifier') ?? '';

/**
 * Reads the choices of an order interaction. `right`: identifiers of the choices in the right order. The answer lists the choices in this order, by
 * letters that number them as they stand in the file.
 */
function readOrder(interaction: XmlElement, right: readonly string[], text: TextOf): ReadPlaces {
  const choices = listByName(interaction, 'simplechoice');
  const answer = right.map((id) => getOptionLetter(choices.findIndex((choice) => getChoiceId(choice) === id)));
  return { type: 'ordering', options: choices.map(text), answer: answer.join(''), faults: [] };
}

/**
 * Reads a match interaction, whose first set holds the left items. `rightPairs`: each entry is the identifiers of a left item and its option, "left
 * right".
 */
function readMatch(interaction: XmlElement, rightPairs: readonly string[], text: TextOf): ReadPlaces {
  const [lefts = [], options = []] = listByName(interaction, 'simplematchset').map((set) => listByName(set, 'simpleassociablechoice'));
  const pairs = rightPairs.map((pair) => pair.split(/\s+/));
  const answers = lefts.map((left) =>
    pairs.filter(([from]) => from === getChoiceId(left)).map(([, to]) => options.findIndex((one) => getChoiceId(one) === to)),
  );
  return {
    type: 'matching',
    left: formatLeftItems(lefts.map(text)),
    options: options.map(text),
    answer: answers.flatMap(([at]) => (at === undefined ? [] : getOptionLetter(at))).join(''),
    faults: answers.every((each) => each.length === 1) ? [] : [{ field: 'answer', reason: messages.pairsUnclear() }],
  };
}

/** Checks whether examinees see a rubric: `view` is a list of roles, and without it everybody sees the rubric. */
const isForCandidates = (block: XmlElement): boolean => /^$|\b(?:candidate|all)\b/i.test(readQtiAttribute(block, 'view') ?? '');

/** Gathers the feedback of an item, each text once: modal feedback, then feedback within the body. Feedback of an option gets the option's letter. */
function gatherFeedback(item: XmlElement, html: ConvertQtiHtml): { readonly html: string; readonly isOfParts: boolean } {
  const modalTexts = listByName(item, 'modalfeedback').map((each) => html(each.children));
  const optionTexts = listByName(item, 'simplechoice').flatMap((choice, at) =>
    listByName(choice, 'feedbackinline').map((each) => ({ name: getOptionLetter(at), html: html(each.children) })),
  );
  const inOptions = new Set(listByName(item, 'simplechoice').flatMap((choice) => listByName(choice, 'feedbackinline')));
  const others = [...listByName(item, 'feedbackblock'), ...listByName(item, 'feedbackinline')].filter((each) => !inOptions.has(each));
  const texts = [...new Set([...modalTexts, ...others.map((each) => stripOuterBreaks(html(each.children)))])].filter((text) => text !== '');
  return { html: joinAnalysis(texts.join('<br>'), optionTexts), isOfParts: optionTexts.length + others.length > 0 };
}

/** Removes line breaks at both ends, and a `<div>` around the whole text, which QTI requires but which means nothing. */
export const stripOuterBreaks = (html: string): string => {
  let text = html.replace(/^(?:<br>\s*)+/, '').trimEnd();
  while (text.endsWith('<br>')) text = text.slice(0, -4).trimEnd();
  text = text.trimStart();
  return /^<div>((?:(?!<\/?div\b)[^])*)<\/div>$/.exec(text)?.[1] ?? text;
};

const findDeclaration = (item: XmlElement, interaction: XmlElement): XmlElement | undefined =>
  listChildElements(item).find(
    (one) =>
      normaliseQtiName(one) === 'responsedeclaration' &&
      readQtiAttribute(one, 'identifier') === readQtiAttribute(interaction, 'responseidentifier'),
  );

const listCorrectValues = (declared: XmlElement | undefined): string[] => {
  const correct = declared && listChildElements(declared).find((one) => normaliseQtiName(one) === 'correctresponse');
  return correct
    ? listChildElements(correct)
        .filter((one) => normaliseQtiName(one) === 'value')
        .map((one) => getElementText(one).trim())
    : [];
};

/** Returns the declared right responses; if none are declared, the responses that the mapping gives credit for. */
function listRightResponses(declared: XmlElement | undefined, many: boolean): string[] {
  const correct = listCorrectValues(declared);
  if (correct.length > 0 || declared === undefined) return correct;
  const entries = listByName(declared, 'mapentry').map((entry) => ({
    id: readQtiAttribute(entry, 'mapkey') ?? '',
    credit: Number(readQtiAttribute(entry, 'mappedvalue') ?? 0),
  }));
  const best = Math.max(0, ...entries.map((entry) => entry.credit));
  return entries.filter(({ credit }) => credit > 0 && (many || credit === best)).map(({ id }) => id);
}

/** Detects custom response processing, which uses neither the declared responses nor the mapping. */
function isOwnLogic(item: XmlElement): boolean {
  const processing = listChildElements(item).find((one) => normaliseQtiName(one) === 'responseprocessing');
  if (processing === undefined || readQtiAttribute(processing, 'template') !== undefined) return false;
  const parts = listBelow(processing).map(normaliseQtiName);
  return parts.length > 0 && !parts.includes('correct') && !parts.includes('mapresponse');
}

/** Returns the answers of a gap: the declared ones, and those to which the mapping gives the same credit. */
function readGap(item: XmlElement, interaction: XmlElement, warn: AddWarning): string {
  const declared = findDeclaration(item, interaction);
  if (!declared) return '';
  let texts = listCorrectValues(declared);
  if (normaliseQtiName(interaction) === 'inlinechoiceinteraction') {
    warn('answer', messages.dropdownGap());
    const words = new Map(
      listDescendants(interaction, 'inlinechoice', 'qti-inline-choice').map((choice) => [
        readQtiAttribute(choice, 'identifier') ?? '',
        getElementText(choice).trim(),
      ]),
    );
    return formatTextRule({
      mode: 'text',
      anyOf: texts.map((id) => words.get(id) ?? '').filter((text) => text !== ''),
      ignoreCase: true,
      ignoreWidth: true,
    });
  }
  const entries = listByName(declared, 'mapentry').map((entry) => ({
    text: readQtiAttribute(entry, 'mapkey') ?? '',
    credit: Number(readQtiAttribute(entry, 'mappedvalue') ?? 0),
    exact: readQtiAttribute(entry, 'casesensitive') === 'true',
  }));
  const best = Math.max(0, ...entries.map((entry) => entry.credit));
  for (const entry of entries)
    if (entry.credit > 0 && entry.credit < best && !texts.includes(entry.text))
      warn('answer', messages.partialCredit(`${entry.credit} ${entry.text}`));
  const full = entries.filter((entry) => entry.credit === best && best > 0);
  texts = [...new Set([...texts, ...full.map((entry) => entry.text)])].filter((text) => text !== '');
  const base = readQtiAttribute(declared, 'basetype') ?? 'string';
  const [first = ''] = texts;
  if (base === 'float' || base === 'integer') {
    if (texts.length > 1) warn('answer', messages.severalNumbers());
    const tolerance = readTolerance(item, readQtiAttribute(interaction, 'responseidentifier') ?? '');
    return first === '' ? '' : `#${first}${tolerance === '' ? '' : `±${tolerance}`}`;
  }
  return formatTextRule({
    mode: 'text',
    anyOf: texts,
    ignoreCase: full.length === 0 || !full.some((entry) => entry.exact),
    ignoreWidth: true,
  });
}

const formatTextRule = (rule: Extract<BlankRule, { mode: 'text' }>): string => (rule.anyOf.length === 0 ? '' : formatBlanks([rule]));

/** Reads the tolerance of a response from `<equal toleranceMode="absolute" tolerance="0.5">`. */
function readTolerance(item: XmlElement, response: string): string {
  const equal = listByName(item, 'equal').find(
    (one) =>
      readQtiAttribute(one, 'tolerancemode') === 'absolute' &&
      listBelow(one).some((part) => normaliseQtiName(part) === 'variable' && readQtiAttribute(part, 'identifier') === response),
  );
  const tolerance = equal && (readQtiAttribute(equal, 'tolerance') ?? '').trim().split(/\s+/)[0];
  return tolerance === undefined || Number(tolerance) === 0 || Number.isNaN(Number(tolerance)) ? '' : tolerance;
}
