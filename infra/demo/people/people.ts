import { demoPeople } from '../../solo/demo-sign-in/people.ts';
import { chanceFrom } from '../random.ts';
import { type Language, type Place, places } from './names.ts';

/** A person of the demo's base, for whom the demo sign-in can issue tokens. */
export interface Somebody {
  /** The issuer's name for them; always the same, so that nobody is created twice. */
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly language: Language;
  readonly isAdmin: boolean;
  /** Whether they can be chosen at the demo sign-in. */
  readonly canBeChosen: boolean;
}

/** The maximum number of people in the demo. */
export const mostSeeded = 5000;

/** The second languages of the people at the demo sign-in. */
const languages: Record<string, Language> = {
  'demo-grace': 'sw',
  'demo-maryam': 'ar',
  'demo-olena': 'uk',
  'demo-haeun': 'ko',
  'demo-mateo': 'es',
  'demo-analucia': 'pt',
};

/** The first people of the base: always the same ones, beginning with those who can be chosen at the demo sign-in. */
export function firstPeople(count: number, domain: string): Somebody[] {
  const chance = chanceFrom(7);
  const { people, adminEmails } = demoPeople(domain);
  const staff = people
    .filter(({ email }) => email.endsWith(`@${domain}`))
    .map(({ sub, name, email }) => ({
      subject: sub,
      name,
      email,
      phone: '',
      language: languages[sub] ?? 'en',
      isAdmin: adminEmails.includes(email),
      canBeChosen: true,
    }));
  const taken = new Set(staff.map(({ email }) => email));
  const others = Array.from({ length: Math.max(0, count - staff.length) }, (_, index): Somebody => {
    const place = chance.oneOf(places);
    const { name, account } = named(place, chance.oneOf(listOf(place.given)), chance.oneOf(listOf(place.family)));
    return {
      subject: `demo-seed-${index + 1}`,
      name,
      email: freeAddress(account, domain, taken),
      phone: chance.happens(0.8) ? place.phone.replace(/9/g, () => String(chance.between(0, 9))) : '',
      language: place.language,
      isAdmin: index === 4,
      canBeChosen: false,
    };
  });
  return [...staff, ...others].slice(0, count);
}

const listOf = (names: string) => names.split(', ');

function named({ familyFirst }: Place, given: string, family: string): { name: string; account: string } {
  const [givenName = '', givenAccount = givenName] = given.split(':');
  const [familyName = '', familyAccount = familyName] = family.split(':');
  const gap = familyFirst === 'joined' ? '' : ' ';
  return {
    name: familyFirst ? `${familyName}${gap}${givenName}` : `${givenName} ${familyName}`,
    account: `${inLatin(givenAccount)}.${inLatin(familyAccount)}`,
  };
}

const letters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', þ: 'th', ß: 'ss', æ: 'ae' };

const inLatin = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[øłđþßæ]/g, (letter) => letters[letter] ?? '')
    .replace(/[^a-z]/g, '');

function freeAddress(account: string, domain: string, taken: Set<string>): string {
  for (let turn = 1; ; turn += 1) {
    const email = `${account}${turn === 1 ? '' : turn}@${domain}`;
    if (taken.has(email)) continue;
    taken.add(email);
    return email;
  }
}
