import { describe, expect, it } from 'vitest';
import {
  createWordDocument,
  createParagraph,
  wordPictureXml,
  createTextRun,
} from '../../../../../tests/fixtures/questions/word-document.ts';
import { validateBytes } from '../../../../../tests/fixtures/questions/row-digest.ts';

/** Reads a document built of XML as Word and WPS write it. The sentences are invented. */
const read = (...body: string[]) => validateBytes('a.docx', createWordDocument(body.join('')));
const brief = async (...body: string[]) =>
  (await read(...body)).rows.map(({ place, draft, faults, warnings }) =>
    [
      place,
      draft.type,
      draft.stem,
      draft.options.join('|'),
      draft.answer || draft.reference,
      draft.analysis,
      [...faults, ...warnings].map(({ field }) => field).join(),
    ].join(' / '),
  );
const run = (words: string, look = '') => `<w:r w:rsidRPr="00A1"><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
const field = (asks: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${[...asks].map((sign) => `<w:r><w:instrText xml:space="preserve">${sign}</w:instrText></w:r>`).join('')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const shape = (inner: string) => `<w:pict><v:shape type="#_x0000_t75" style="width:9pt">${inner}</v:shape></w:pict>`;
const box = (inner: string) => `<w:txbxContent>${inner}</w:txbxContent>`;

describe('documents as Word and WPS write them', () => {
  it('are read through split runs, smart tags, controls, tracked changes, tabs and soft hyphens', async () => {
    expect(
      await brief(
        `<w:p w:rsidR="00A1">${run('1')}<w:proofErr w:type="gramStart"/>${run('．停')}${run('电', '<w:b/>')}<w:smartTag w:uri="u" w:element="date">${run('后先')}</w:smartTag><w:ins w:id="1">${run('验')}</w:ins><w:del w:id="2"><w:r><w:delText>修</w:delText></w:r></w:del><w:moveFrom w:id="3">${run('移走')}</w:moveFrom><w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>${run('电')}</w:sdtContent></w:sdt>${run('再操\u00ad')}<w:r><w:softHyphen/><w:t>作（</w:t></w:r>${run('　')}${run('）。')}</w:p>`,
        `<w:p>${run('A', '<w:b/>')}${run('．甲  ', '<w:b/>')}${run('B', '<w:b/>')}${run('．乙')}<w:r><w:tab/><w:t>C．丙</w:t></w:r><w:r><w:ptab w:alignment="left"/><w:t>D．型号Y</w:t><w:noBreakHyphen/><w:t>2</w:t></w:r></w:p>`,
        `<w:p>${run('答', '<w:b/>')}${run('案：B  ')}${run('解')}${run('析', '<w:b/>')}${run('：先验电。')}</w:p>`,
      ),
    ).toEqual(['1 / single / 停<strong>电</strong>后先验电再操作（　）。 / <strong>甲</strong>|乙|丙|型号Y-2 / B / 先验电。 / ']);
  });

  it('keep VML pictures in place, give each text box once, and report drawings and linked pictures', async () => {
    const image = shape('<v:imagedata r:id="rId9" o:title=""/>');
    const { rows } = await read(
      `<w:p>${createTextRun('1. 图')}<w:r>${image}</w:r>${createTextRun('中是（  ）')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx>${box(createParagraph('铭牌'))}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>${box(createParagraph('铭牌'))}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
      `<w:p>${createTextRun('A. ')}<w:r>${image}</w:r>${createTextRun('  B. ')}<w:r><w:object>${shape('<v:imagedata r:id="rId9"/>')}<o:OLEObject Type="Embed" ProgID="Equation.3"/></w:object></w:r></w:p>`,
      createParagraph('答案：A'),
      `<w:p>${createTextRun('2. 看框')}<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx>${box(createParagraph('只有新程序能看的框'))}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
      createParagraph('答案：对'),
      `<w:p>${createTextRun('3. 看线')}<w:r><w:pict><v:oval/></w:pict></w:r><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="rId3"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
      createParagraph('答案：对'),
      `<w:p>${createTextRun('4. 缺图')}<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:link="rId7"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r><w:r>${shape('<v:imagedata r:id="rId77"/>')}</w:r></w:p>`,
      createParagraph('答案：错'),
    );
    const img = expect.stringMatching(/^<img src="\/uploads\/[0-9a-f]{32}\.png">$/);
    expect(rows[0]?.draft.stem).toMatch(/^图<img [^>]*>中是（\u00a0{2}）<br>铭牌$/);
    expect(rows[0]?.draft.options).toEqual([img, img]);
    expect(rows[1]?.draft.stem).toBe('看框<br>只有新程序能看的框');
    expect(rows.map(({ warnings }) => warnings.map(({ reason }) => reason.en.slice(0, 20)))).toEqual([
      [],
      [],
      ['A drawing here (shap'],
      ['A picture here is on'],
    ]);
  });

  it('are read with formula fields, formulas, pinyin, fields without a result and symbol fonts', async () => {
    expect(
      await brief(
        `<w:p>${createTextRun('1. 电阻')}${field(' EQ \\f(U,I)')}${createTextRun('与')}${field('eq \\r(2)')}${createTextRun('和')}${field('EQ \\o(AB,\\s\\up5(→))')}${field('EQ \\b\\lc\\{(\\a\\al(x＝1,y＝2))')}<w:fldSimple w:instr=" SEQ 图 ">${run('7')}</w:fldSimple><w:r><w:ruby><w:rubyPr/><w:rt>${run('shǎn')}</w:rt><w:rubyBase>${run('闪')}</w:rubyBase></w:ruby></w:r>${run('不', '<w:em w:val="dot"/>')}${createTextRun('是（')}<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>${createTextRun('）')}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
        `<w:p>${createTextRun('2. 见')}<m:oMathPara><m:oMath><m:sSup><m:e><m:r><w:rPr><w:rFonts w:ascii="Cambria Math"/></w:rPr><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></m:oMathPara>${createTextRun('（')}<w:r><w:sym w:font="Wingdings 2" w:char="F04F"/></w:r>${createTextRun('）')}</w:p>`,
      ),
    ).toEqual([
      '1 / judgement / 电阻$\\frac{U}{I}$与$\\sqrt{2}$和$\\overrightarrow{AB}$$\\left\\{ \\begin{matrix}x＝1 \\\\ y＝2\\end{matrix} \\right.$7闪<strong>不</strong>是（　　） /  / √ /  / ',
      '2 / judgement / 见$$x^{2}$$（　　） /  / × /  / ',
    ]);
  });

  it('are read with any sign of a judgement, and units in brackets are not taken for answers', async () => {
    expect(
      await brief(
        createParagraph('二、判断题'),
        createParagraph('1. 甲(✘)'),
        createParagraph('2. 乙（ T ）'),
        createParagraph('3. 丙是10(A)。（  ）'),
        createParagraph('答案：☑'),
        createParagraph('一、单选题'),
        createParagraph('1. 额定电流10(A)的开关选（  ）'),
        createParagraph('A. 一  B. 二'),
        createParagraph('答案：B'),
        createParagraph('2. 丁(C)'),
        createParagraph('A. 一  B. 二  C. 三'),
        createParagraph('答案：C'),
      ),
    ).toEqual(
      [
        '二、1 / judgement / 甲（　　） /  / ✘ /  / ',
        '二、2 / judgement / 乙（　　） /  / T /  / ',
        '二、3 / judgement / 丙是10(A)。（ ） /  / ☑ /  / ',
        '一、1 / single / 额定电流10(A)的开关选（ ） / 一|二 / B /  / ',
        '一、2 / single / 丁（　　） / 一|二|三 / C /  / ',
      ].map((line) => line.replace('（ ）', '（\u00a0\u00a0）')),
    );
  });

  const cell = (words: string, span = '') => `<w:tc><w:tcPr>${span}</w:tcPr>${createParagraph(words)}</w:tc>`;
  const row = (...cells: string[]) => `<w:tr>${cells.map((one) => (one.startsWith('<') ? one : cell(one))).join('')}</w:tr>`;

  it('are read with options in table cells, also spanned cells and letters in their own cells', async () => {
    expect(
      await brief(
        createParagraph('1. 甲（  ）'),
        `<w:tbl>${row('A．一', 'B．二')}${row(cell('C．三', '<w:gridSpan w:val="2"/>'))}</w:tbl>`,
        createParagraph('答案：C'),
        createParagraph('2. 乙（  ）'),
        `<w:tbl>${row('A', '一', 'B．', '二')}${row('（C）', '三', 'D', cell(wordPictureXml))}</w:tbl>`,
        createParagraph('答案：A'),
      ),
    ).toEqual([
      '1 / single / 甲（\u00a0\u00a0） / 一|二|三 / C /  / ',
      expect.stringMatching(/^2 \/ single \/ 乙（\u00a0{2}） \/ 一\|二\|三\|<img [^>]*> \/ A /),
    ]);
  });

  it('give difficulty, uniformity, level, profession and trade from table columns and from lines', async () => {
    const { rows } = await read(
      `<w:tbl>${row('题干', '答案', '题型', '一致性', '等级', '职业编号', '工种编号')}${row('停电后应验电', '对', '判断题', '难', '中级工', '12', '34')}</w:tbl>`,
      createParagraph('2. 验电后应接地。【答案】对【难度】0.85【一致性】易【等级】四级'),
    );
    expect(rows.map(({ question }) => question)).toMatchObject([
      { uniformity: 3, level: 4, profId: 12, tradeId: 34 },
      { difficulty: 1, uniformity: 1, level: 4 },
    ]);
  });

  it('are read with answers at the end: as a table, with analyses, of written questions', async () => {
    const paper = [
      createParagraph('一、单选题'),
      createParagraph('1. 甲（  ）'),
      createParagraph('A. 一  B. 二'),
      createParagraph('2. 乙（  ）'),
      createParagraph('A. 一  B. 二'),
      createParagraph('二、简答题'),
      createParagraph('1. 简述断电的步骤。'),
      createParagraph('2. 什么是短路？'),
    ];
    expect(
      (
        await brief(...paper.slice(0, 5), createParagraph('参考答案'), `<w:tbl>${row('题号', '1', '2')}${row('答案', 'B', 'A')}</w:tbl>`)
      ).map((line) => line.split(' / ')[4]),
    ).toEqual(['B', 'A']);
    expect(
      await brief(
        ...paper,
        createParagraph('2026 年电工理论试卷参考答案与解析'),
        createParagraph('一、单选题'),
        createParagraph('1．B　【解析】二最大。'),
        createParagraph('2. A。因为一最小。'),
        createParagraph('二、简答题'),
        createParagraph('1. 答：（1）断电'),
        createParagraph('（2）验电'),
        createParagraph('2. 电源两端直接相连。'),
      ),
    ).toEqual([
      '一、1 / single / 甲（\u00a0\u00a0） / 一|二 / B / 二最大。 / ',
      '一、2 / single / 乙（\u00a0\u00a0） / 一|二 / A / 因为一最小。 / ',
      '二、1 / questionAnswer / 简述断电的步骤。 /  / （1）断电<br>（2）验电 /  / ',
      '二、2 / questionAnswer / 什么是短路？ /  / 电源两端直接相连。 /  / ',
    ]);
  });
});
