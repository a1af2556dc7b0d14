import { pino, type Logger, type LevelWithSilent } from 'pino';

/** JSON lines on standard output. Tokens, cookies, e-mails and message texts are never given to it. */
export function createLog(level: LevelWithSilent, name: string): Logger {
  return pino({
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['headers', 'req.headers', '*.authorization', '*.cookie', '*.token', '*.email'],
  });
}
