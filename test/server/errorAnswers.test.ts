import fastify from 'fastify'
import { expect, test } from 'vitest'
import { fault, type Fault } from '#faults/fault.ts'
import type { ErrorBody } from '#faults/wire.ts'
import english from '#odata/locales/en.json' with { type: 'json' }
import type { Locale } from '#language/locale.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import { answerErrors } from '#platform/server/http/errors.ts'

/** What is answered and logged where a request ends in an error. */
async function answerTo(error: Error, locale: Locale = 'en') {
  const lines: string[] = []
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { context: { locale } })
  })
  answerErrors(app)
  app.get('/', () => Promise.reject(error))
  const answer = await app.inject({ url: '/' })
  await app.close()
  return { status: answer.statusCode, error: answer.json<ErrorBody>().error, log: lines.join('') }
}

test('a passed limit is told in words, never by its inner name', async () => {
  expect((await answerTo(overLimit('numberDigits'))).error.message).toBe(
    'The query is too large. Digits of a number: at most 300.',
  )
  expect((await answerTo(overLimit('inList'), 'lv')).error.message).toContain('Vērtības sarakstā')
  expect(Object.keys(english.odata.limit).toSorted()).toEqual(Object.keys(queryLimits).toSorted())
})

test('an expected refusal leaves no stack in the log, one with a cause leaves that of the cause', async () => {
  const plain = await answerTo(fault('server.unsupported', { feature: '$metadata' }))
  expect(plain).toMatchObject({ status: 501, error: { code: 'server.unsupported' } })
  expect(plain.log).toContain('$metadata')
  expect(plain.log).not.toContain('"stack"')
  const caused: Fault = fault('server.unavailable')
  caused.cause = new Error('the disk is full')
  expect((await answerTo(caused)).log).toMatch(/the disk is full.*"stack"/)
})
