import { createCatalogue } from '../../lib/create-catalogue.ts';

export const helpTexts = createCatalogue({
  title: ['使用指南', 'Guides'],
  choose: ['选择您的指南。断网时也能打开，可以打印成 A4。', 'Choose your guide. It also opens without a network and prints on A4.'],
  guides: ['全部指南', 'All guides'],
  contents: ['目录', 'Contents'],
});
