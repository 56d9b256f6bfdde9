import { pino, type Logger, type LoggerOptions } from 'pino'
import pretty from 'pino-pretty'

/** Where secrets could stand in what is logged; they are masked. */
const secretPaths = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'repeatpassword',
  'token',
  'code',
  'secret',
  'key',
].flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** What is logged from a level on, and what never is. */
export function logOptions(level: string): LoggerOptions {
  return { level, redact: { paths: secretPaths, censor: '***' }, base: undefined }
}

/** The process's log: lines for a person in a terminal, JSON elsewhere. */
export function openLog(level: string): Logger {
  const options = logOptions(level)
  if (!process.stdout.isTTY) return pino(options)
  return pino(options, pretty({ colorize: true, ignore: 'pid,hostname,reqId', translateTime: 'HH:MM:ss', sync: true }))
}
