import { createCatalogue } from '../../lib/create-catalogue.ts';

/** Texts of the seating plan of an exam room. */
export const seatTexts = createCatalogue({
  platform: ['讲台', 'Front'],
  aisle: ['过道', 'Aisle'],
  gap: ['空位', 'No seat'],
  pillar: ['柱', 'Pillar'],
  spare: ['备用机', 'Spare PC'],
  accessible: ['无障碍座', 'Accessible seat'],
  place: ['第 {{row}} 行第 {{column}} 列', 'Row {{row}}, column {{column}}'],
});
