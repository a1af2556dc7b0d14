/** Typical people of a base: from many places, some with long names, some with short ones. */
export const names = [
  'Ruth Adeyemi',
  'Ben Boyd',
  'Marta Kowalska',
  'Tomás Herrera',
  'Naomi Fischer',
  'Daniel Okoye',
  'Esther Lindqvist',
  'Joel Tan',
  'Priya Raman',
  'Caleb Whitfield',
  'Hana Suzuki',
  'Micah van der Merwe',
  'Lydia Haddad',
  'Samuel Mwangi',
  'Bo Li',
  'Abigail Fernández-Castellanos',
  'Peter Novák',
  'Miriam Levi',
  'Josué Martins',
  'Anneke de Vries',
  'Yusuf Demir',
  'Hannah Sørensen',
  'Elias Papadopoulos',
  'Chidinma Eze',
] as const;

/** The local part of the e-mail address for a person with this name. */
export function mailboxOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{Letter} ]/gu, '')
    .trim()
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/ +/g, '.');
}
