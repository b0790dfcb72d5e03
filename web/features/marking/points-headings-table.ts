/** Column headings of score spreadsheets that the import recognises, in Chinese and English. */
export const ticketHeadings = ['准考证号', '准考证号码', 'ticket no.', 'ticket number', 'ticket'];
export const pointsHeadings = ['成绩', '得分', '分数', 'points', 'score'];
export const absentTexts = ['缺考', 'absent'];
