/** Whether a file below the root becomes part of what is sent to Docker, by the lines of a `.dockerignore`. */
export function isInBuildContext(path: string, dockerignore: string): boolean {
  const lines = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const steps = path.split('/');
  const itselfAndAbove = steps.map((_, index) => steps.slice(0, index + 1).join('/'));
  // The last line that matches the file, or a folder above it, decides.
  const decisive = lines.findLast((line) => itselfAndAbove.some((each) => expressionOf(line).test(each)));
  return decisive === undefined || decisive.startsWith('!');
}

/** `*` stands for anything but a slash, names with a leading dot included; `**` for any folders, or none. */
function expressionOf(line: string): RegExp {
  const source = line
    .replace(/^!/, '')
    .replaceAll(/[.+?^$()[\]{}|\\]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*/g, (wildcard) => (wildcard === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${source}$`);
}
