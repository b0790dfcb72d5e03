import { splitLeftItems } from '../../../../../../sync/domain/papers/left-items.ts';
import { strFromU8, strToU8, zipSync } from 'fflate';
import { sectionType } from '../../../../../../sync/contract/codes.ts';
import { type BlankRule, countAnswerPlaces, type QuestionBody } from '../../../../../../sync/contract/bank/question-body.ts';
import { toTextFromHtml } from '../../question-markup.ts';
import { writeWithComment } from '../extra-comment.ts';
import { readQtiItem } from './qti-read.ts';
import { toQtiXhtml } from './qti-xhtml.ts';
import type { PicturesByUrl } from '../question-format.ts';
import { escapeXml, parseXml } from '../xml-tree.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Writes questions as a QTI 3.0 package: a manifest, one file an item, and the pictures. */
export function writeQti(questions: readonly QuestionBody[], pictures: PicturesByUrl): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  /** Materials by their text. Each is written to one file, even if several questions use it. */
  const stimuli = new Map<string, { readonly id: string; readonly used: readonly string[] }>();
  const addPictures = (xml: string): string[] => {
    const used = [...new Set(listPictureNames(xml).filter((name) => pictures.has(`/uploads/${name}`)))];
    for (const name of used) files[`pictures/${name}`] = pictures.get(`/uploads/${name}`)?.bytes ?? new Uint8Array();
    return used;
  };
  const addStimulus = (material: string): string => {
    if (material === '') return '';
    const id = stimuli.get(material)?.id ?? `m${String(stimuli.size + 1).padStart(5, '0')}`;
    if (!stimuli.has(material)) {
      const xml = `${declaration}<qti-assessment-stimulus xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="${id}" title="${formatTitle(material)}"><qti-stimulus-body><div>${toQtiXhtml(material)}</div></qti-stimulus-body></qti-assessment-stimulus>\n`;
      files[`stimuli/${id}.xml`] = strToU8(xml);
      stimuli.set(material, { id, used: addPictures(xml) });
    }
    return id;
  };
  const resources = questions.map((question, at) => {
    const number = String(at + 1).padStart(5, '0');
    const stimulus = addStimulus(question.material);
    const item = writeWithComment(
      question,
      (comment) => writeItem(question, number, comment, stimulus),
      (written) =>
        readQtiItem(parseXml(written), { row: 1, place: '', folder: 'items/' }, (path) =>
          files[path] === undefined ? undefined : parseXml(strFromU8(files[path])),
        ),
    );
    files[`items/q${number}.xml`] = strToU8(item);
    const usedPictures = addPictures(item);
    return `<resource identifier="q${number}" type="imsqti_item_xmlv3p0" href="items/q${number}.xml"><file href="items/q${number}.xml"/>${usedPictures
      .map((name) => `<file href="pictures/${name}"/>`)
      .join('')}${stimulus === '' ? '' : `<dependency identifierref="${stimulus}"/>`}</resource>`;
  });
  for (const { id, used } of stimuli.values())
    resources.push(
      `<resource identifier="${id}" type="imsqti_stimulus_xmlv3p0" href="stimuli/${id}.xml"><file href="stimuli/${id}.xml"/>${used
        .map((name) => `<file href="pictures/${name}"/>`)
        .join('')}</resource>`,
    );
  const manifest = `${declaration}<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1" identifier="questions"><metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata><organizations/><resources>${resources.join('\n')}</resources></manifest>\n`;
  return zipSync({ 'imsmanifest.xml': strToU8(manifest), ...files }, { level: 6 });
}

const listPictureNames = (item: string): string[] =>
  [...item.matchAll(/\.\.\/pictures\/([0-9a-f]{32}\.[a-z0-9]{2,5})/g)].flatMap(([, name = '']) => name || []);

const formatTitle = (html: string): string => escapeXml(toTextFromHtml(html).slice(0, 60)).replace(/\n/g, ' ');

function writeItem(question: QuestionBody, number: string, comment: string, stimulus: string): string {
  const { key } = question;
  const title = formatTitle(question.stem);
  const feedback =
    question.analysis === ''
      ? ['', '']
      : [
          '<qti-outcome-declaration identifier="FEEDBACK" cardinality="single" base-type="identifier"><qti-default-value><qti-value>analysis</qti-value></qti-default-value></qti-outcome-declaration>',
          `<qti-modal-feedback outcome-identifier="FEEDBACK" identifier="analysis" show-hide="show"><qti-content-body>${toQtiXhtml(question.analysis)}</qti-content-body></qti-modal-feedback>`,
        ];
  /** Largest score of the item: the question's intended points, otherwise one point for each place to answer, at least one. */
  const maxScore = question.scoreHint ?? Math.max(1, countAnswerPlaces(key));
  const [declared, body, processing] = writeItemParts(question, maxScore);
  return `${declaration}<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="q${number}" title="${title}" adaptive="false" time-dependent="false">${comment === '' ? '' : `<!-- ${comment} -->`}${declared}<qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float" normal-maximum="${maxScore}"/>${feedback[0]}${stimulus === '' ? '' : `<qti-assessment-stimulus-ref identifier="${stimulus}" href="../stimuli/${stimulus}.xml"/>`}<qti-item-body>${body}</qti-item-body>${key.kind === 'rubric' ? '' : processing}${feedback[1]}</qti-assessment-item>\n`;
}

/** Writes response processing. The standard template gives one point, so other values need explicit rules. */
const writeMatchProcessing = (most: number): string =>
  most === 1
    ? '<qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct"/>'
    : `<qti-response-processing><qti-response-condition><qti-response-if><qti-match><qti-variable identifier="RESPONSE"/><qti-correct identifier="RESPONSE"/></qti-match><qti-set-outcome-value identifier="SCORE">${writePoints(most)}</qti-set-outcome-value></qti-response-if></qti-response-condition></qti-response-processing>`;
const writePoints = (value: number): string => `<qti-base-value base-type="float">${value}</qti-base-value>`;

/** Returns response declarations, body and response processing. */
function writeItemParts(question: QuestionBody, maxScore: number): [string, string, string] {
  const { key } = question;
  if (key.kind === 'blanks') return writeBlankParts(question.stem, key.blanks, maxScore / key.blanks.length);
  const stem = `<div>${toQtiXhtml(question.stem)}</div>`;
  if (key.kind === 'rubric')
    return [
      '<qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="string"/>',
      `${key.reference === '' ? '' : `<qti-rubric-block view="scorer" use="scoring"><qti-content-body><div>${toQtiXhtml(key.reference)}</div></qti-content-body></qti-rubric-block>`}${stem}<qti-extended-text-interaction response-identifier="RESPONSE"/>`,
      '',
    ];
  if (key.kind === 'match') return writeMatchParts(question, key.right, maxScore / key.right.length);
  const isOrder = key.kind === 'order';
  const isMultiple = question.type === sectionType.multiple;
  const choices = question.options
    .map(({ id, html }) => `<qti-simple-choice identifier="${id}">${toQtiXhtml(html)}</qti-simple-choice>`)
    .join('');
  return [
    `<qti-response-declaration identifier="RESPONSE" cardinality="${isOrder ? 'ordered' : isMultiple ? 'multiple' : 'single'}" base-type="identifier"><qti-correct-response>${key.right.map(writeValue).join('')}</qti-correct-response></qti-response-declaration>`,
    isOrder
      ? `${stem}<qti-order-interaction response-identifier="RESPONSE" shuffle="true">${choices}</qti-order-interaction>`
      : `${stem}<qti-choice-interaction response-identifier="RESPONSE" max-choices="${isMultiple ? 0 : 1}">${choices}</qti-choice-interaction>`,
    writeMatchProcessing(maxScore),
  ];
}

/** Writes pairs; each gives its share of the points, as our own scoring rule does. */
function writeMatchParts(question: QuestionBody, rightIds: readonly string[], share: number): [string, string, string] {
  const { left, options } = splitLeftItems(question.options);
  const set = (items: QuestionBody['options'], matchMax: number, name: (id: string) => string): string =>
    `<qti-simple-match-set>${items
      .map(
        ({ id, html }) =>
          `<qti-simple-associable-choice identifier="${name(id)}" match-max="${matchMax}">${toQtiXhtml(html)}</qti-simple-associable-choice>`,
      )
      .join('')}</qti-simple-match-set>`;
  const pairs = rightIds.map((id, at) => `L${at + 1} ${id}`);
  const mapped = pairs.map((pair) => `<qti-map-entry map-key="${pair}" mapped-value="${share}"/>`).join('');
  return [
    `<qti-response-declaration identifier="RESPONSE" cardinality="multiple" base-type="directedPair"><qti-correct-response>${pairs.map(writeValue).join('')}</qti-correct-response><qti-mapping default-value="0">${mapped}</qti-mapping></qti-response-declaration>`,
    `<div>${toQtiXhtml(question.stem)}</div><qti-match-interaction response-identifier="RESPONSE" shuffle="true" max-associations="${left.length}">${set([...left], 1, (id) => `L${id}`)}${set([...options], left.length, (id) => id)}</qti-match-interaction>`,
    `<qti-response-processing>${add('<qti-map-response identifier="RESPONSE"/>')}</qti-response-processing>`,
  ];
}

const writeValue = (text: string): string => `<qti-value>${escapeXml(text)}</qti-value>`;

/** Writes gaps; each gives its share of the points, as our own scoring rule does. */
function writeBlankParts(stem: string, blanks: readonly BlankRule[], share: number): [string, string, string] {
  const formatName = (at: number): string => `RESPONSE${at + 1}`;
  const declared = blanks.map((rule, at) => {
    const number = rule.mode === 'number';
    const first = number ? String(rule.value) : (rule.anyOf[0] ?? '');
    const mapping = number
      ? ''
      : `<qti-mapping default-value="0">${rule.anyOf
          .map(
            (one) =>
              `<qti-map-entry map-key="${escapeXml(one).replace(/\n/g, '&#10;')}" mapped-value="${share}" case-sensitive="${!rule.ignoreCase}"/>`,
          )
          .join('')}</qti-mapping>`;
    return `<qti-response-declaration identifier="${formatName(at)}" cardinality="single" base-type="${number ? 'float' : 'string'}"><qti-correct-response>${writeValue(first)}</qti-correct-response>${mapping}</qti-response-declaration>`;
  });
  let at = 0;
  const body = toQtiXhtml(stem.replace(/<span data-blank="\d+"><\/span>/g, '\ue1f0')).replace(
    /\ue1f0/g,
    () => `<qti-text-entry-interaction response-identifier="${formatName(at++)}"/>`,
  );
  const gaps = blanks.map((rule, index) =>
    rule.mode === 'number'
      ? `<qti-response-condition><qti-response-if><qti-equal tolerance-mode="absolute" tolerance="${rule.tolerance} ${rule.tolerance}"><qti-variable identifier="${formatName(index)}"/><qti-correct identifier="${formatName(index)}"/></qti-equal>${add(writePoints(share))}</qti-response-if></qti-response-condition>`
      : add(`<qti-map-response identifier="${formatName(index)}"/>`),
  );
  return [declared.join(''), `<div>${body}</div>`, `<qti-response-processing>${gaps.join('')}</qti-response-processing>`];
}

const add = (what: string): string =>
  `<qti-set-outcome-value identifier="SCORE"><qti-sum><qti-variable identifier="SCORE"/>${what}</qti-sum></qti-set-outcome-value>`;
