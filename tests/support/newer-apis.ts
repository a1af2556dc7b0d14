import browserData, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data' with { type: 'json' };

/** How the data mark a static member. */
const ofItself = /_static$/;

type Identifiers = Record<string, Identifier>;

/** A name that scripts can use: all of it, or one member, which is its own (static) or of its objects. */
export interface Api {
  readonly name: string;
  readonly member?: { readonly name: string; readonly isOwn: boolean };
}

/** Everything that at least one of these browser versions lacks, according to MDN's data. */
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

  /** For the language's built-ins, the data do not say which members are static. */
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
