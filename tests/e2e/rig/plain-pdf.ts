/** Makes a PDF of `pages` pages, each with its own line of text. `script`: JavaScript that it tries to run when opened. */
export function createPlainPdf(pages: number, lineOf: (page: number) => string, script?: string): Buffer {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  add('');
  const kids = Array.from({ length: pages }, (_, at) => {
    const text = `BT /F1 24 Tf 60 700 Td (${lineOf(at + 1)}) Tj ET`;
    const content = add(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
    return add(
      `<< /Type /Page /Parent 1 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R ` +
        `/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
    );
  });
  objects[0] = `<< /Type /Pages /Count ${pages} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  const action = script === undefined ? '' : ` /OpenAction << /S /JavaScript /JS (${script}) >>`;
  const root = add(`<< /Type /Catalog /Pages 1 0 R${action} >>`);
  let text = '%PDF-1.4\n';
  const places = objects.map((body, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const begin = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root ${root} 0 R >>\nstartxref\n${begin}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
