interface LoggedError {
  message?: string;
  cause?: LoggedError;
}

interface LogLine {
  level: string;
  service: string;
  msg: string;
  err?: LoggedError;
}

/** The warnings and errors of a log, one per line; repeated ones only once. */
export function inShort(lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const short = shortened(line);
    if (short) counts.set(short, (counts.get(short) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => (count > 1 ? `${line} (${count} times)` : line));
}

function shortened(line: string): string | null {
  if (!line.startsWith('{')) return line;
  const { level, service, msg, err } = JSON.parse(line) as LogLine;
  if (level === 'info' || level === 'debug' || level === 'trace') return null;
  return [level, service, msg, ...reasonsOf(err)].filter(Boolean).join(' | ');
}

const reasonsOf = (err?: LoggedError): (string | undefined)[] => (err ? [err.message, ...reasonsOf(err.cause)] : []);
