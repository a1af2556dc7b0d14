export interface DemoPerson {
  /** The subject of their tokens; never changes, so that they stay the same person across restarts. */
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  /** The reason to choose this person. */
  readonly note: string;
}

const staff: [account: string, name: string, note: string][] = [
  ['ruth', 'Ruth Adeyemi', 'Admin'],
  ['ben', 'Ben Boyd', ''],
  ['bo', 'Bo', ''],
  ['grace', 'Grace Wanjiru', ''],
  ['jonas', 'Jonas Lindqvist', ''],
  ['maryam', 'مريم حداد', ''],
  ['olena', 'Олена Шевченко', ''],
  ['haeun', 'Kim Ha-eun', ''],
  ['mateo', 'Mateo Quispe Mamani', ''],
  ['analucia', 'Ana Lúcia Ferreira', ''],
  ['tevita', 'Tevita Fifita', ''],
  ['leilani', 'Leilani Kealoha-Nakamura', ''],
  ['maximiliana', 'Maximiliana Konstantinowna Featherstonehaugh-Wijayasekara de Albuquerque', ''],
];

const adminAccounts = ['ruth'];

/** The staff of the demo, and one person whom the product must refuse. */
export function demoPeople(domain: string): { people: DemoPerson[]; adminEmails: string[] } {
  const emailOf = (account: string) => `${account}@${domain}`;
  const people = staff.map(([account, name, note]) => ({
    sub: `demo-${account}`,
    name,
    email: emailOf(account),
    note,
  }));
  const outsider = {
    sub: 'demo-outsider',
    name: 'Oliver Grant',
    email: 'oliver@elsewhere.example',
    note: 'From another organisation: is refused',
  };
  return { people: [...people, outsider], adminEmails: adminAccounts.map(emailOf) };
}

/** The claim `hd` of Google: the organisation of an account. */
export const organisationOf = ({ email }: DemoPerson) => email.slice(email.lastIndexOf('@') + 1);
