import type { Chance } from '../random.ts';

const places = [
  'the chapel',
  'the garden room',
  'the big kitchen',
  'the office',
  'the upper room',
  'the workshop',
  'the guest house',
  'classroom 3',
  'the library',
  'the studio',
];
const days = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
  'the 14th',
  'the first weekend',
];
const items = [
  'a blue notebook',
  'my water bottle',
  'a pair of glasses',
  'the small drum',
  'an umbrella',
  'a phone charger',
  'the first-aid bag',
  'the green jacket',
];
const topics = [
  'the team in the north',
  'the summer school',
  'the new house',
  'the outreach',
  'the families downstream',
  'the visa office',
  'the roof',
  'the Easter camp',
  'the boat',
  'the translation week',
];

/** Fills in the placeholders of a line. `names` are the names that it may mention. */
export const filledIn = (line: string, chance: Chance, names: readonly string[]): string =>
  line.replace(/\{(\w+)\}/g, (written, slot: string) => {
    if (slot === 'name') return chance.oneOf(names);
    if (slot === 'place') return chance.oneOf(places);
    if (slot === 'day') return chance.oneOf(days);
    if (slot === 'item') return chance.oneOf(items);
    if (slot === 'topic') return chance.oneOf(topics);
    if (slot === 'number') return String(chance.between(3, 40));
    if (slot === 'time') return `${chance.between(1, 11)}:${chance.oneOf(['00', '15', '30', '45'])}`;
    return written;
  });
