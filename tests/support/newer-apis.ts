import browserData, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data' with { type: 'json' };

/** How the data mark a member of an interface itself. */
const ofItself = /_static$/;

type Identifiers = Record<string, Identifier>;

/** What scripts can use by this name: all of it, or one member, its own or that of its objects. */
export interface Api {
  readonly name: string;
  readonly member?: { readonly name: string; readonly isOwn: boolean };
}

/** All that not every one of these browsers has in its version, by what MDN knows of them. */
export function newerApis(versions: { chrome: number; firefox: number; safari: number }): Api[] {
  const oldest = { ...versions, safari_ios: versions.safari };

  const isNewer = ({ support }: CompatStatement) =>
    Object.entries(oldest).some(([browser, version]) => {
      const statements = [support[browser as keyof typeof oldest] ?? []].flat();
      return !statements.some(
        ({ flags, prefix, alternative_name, version_added }) =>
          !flags &&
          !prefix &&
          !alternative_name &&
          Number.parseFloat(String(version_added).replace('≤', '')) <= version,
      );
    });

  const newerOf = ([name, { __compat, ...members }]: [string, Identifier]): Api[] => {
    if (__compat && isNewer(__compat)) return [{ name }];
    return Object.entries(members)
      .filter(([, member]) => member.__compat && isNewer(member.__compat))
      .map(([member]) => ({
        name,
        member: { name: member.replace(ofItself, ''), isOwn: name === 'Window' || ofItself.test(member) },
      }));
  };

  /** Of the language's own, the data do not tell which members are of itself. */
  const either = (api: Api): Api[] =>
    [true, false].map((isOwn) => ({ ...api, ...(api.member && { member: { ...api.member, isOwn } }) }));

  const { api, javascript } = browserData;
  return [
    ...Object.entries(api as Identifiers).flatMap(newerOf),
    ...Object.entries(javascript['builtins'] as Identifiers)
      .flatMap(newerOf)
      .flatMap(either),
  ];
}

/** To be run in a page before its own scripts: takes these away, as if the browser did not have them. */
export function takeAway(apis: Api[]): void {
  const everything = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
  for (const { name, member } of apis) {
    const itself = name === 'Window' ? everything : everything[name];
    const place = member?.isOwn ? itself : itself?.prototype;
    if (member === undefined) Reflect.deleteProperty(everything, name);
    else if (place !== undefined) Reflect.deleteProperty(place, member.name);
  }
}
