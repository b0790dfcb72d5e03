/**
 * The point of the detail table (electrician-detail-table.ts) each question of `electrician-*.ts` stands for, in the order of the file:
 * "A-B-A" a scope, behind it the numbers of its points for one question after the other.
 */
const runs = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((each) => each.replace(/(\d)$/, '-00$1'));

export const singlePoints = runs(`
  A-B-A1 A-B-A2 A-B-A2 A-B-A3 A-B-A2 A-B-A2 A-B-A1 A-B-A4 A-B-B3 A-B-B2 A-B-B1 B-C-A3 A-B-B3 B-C-A3 A-B-A4 B-C-C1 B-D-B2 B-A-B3 B-A-B4
  B-C-B2 B-A-B5 B-C-C1 B-A-A3 B-A-A2 B-A-A1 B-A-B2 B-A-A2 B-A-B1 B-A-B1 B-A-A4 B-B-A1 B-B-A3 B-B-A4 B-B-A2 B-B-A3 B-B-B1 B-B-B2 B-C-C3
  A-B-C2 A-B-C2 A-B-D2 B-D-A3 A-B-D1 B-D-B2
`);

export const multiplePoints = runs(`
  A-B-A3 A-B-A2 B-C-A3 B-C-A4 B-A-B3 B-A-B5 B-C-C1 B-A-A2 B-A-B1 B-A-A3 B-B-A1 B-B-A2 B-B-B3 B-B-B2 A-A-B1 A-B-C2
`);

export const judgementPoints = runs(`
  A-B-A1 A-B-A2 A-B-A3 A-B-A2 A-B-A2 A-B-B1 A-B-B3 B-C-A3 A-B-B2 A-B-A4 B-C-C1 B-D-B2 B-A-B3 B-A-A3 B-A-A2 A-B-A5 B-A-A5 B-A-A2 B-B-A3
  B-B-A1 B-B-A2 B-B-B2 B-B-B5 A-B-C2 A-B-D2 A-B-D3
`);

export const fillInPoints = runs(`
  A-B-A2 A-B-A3 A-B-A2 A-B-A2 A-B-A4 A-B-B1 A-B-B3 A-B-B1 B-C-A3 A-B-A4 B-A-B1 B-C-C1 B-D-B2 B-A-B1 B-A-A3 A-B-A5 B-A-A2 B-B-A1 B-B-A4
  B-B-A3 B-B-B1 B-C-C3 A-B-D1 B-D-B2
`);
