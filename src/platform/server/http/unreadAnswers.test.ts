import { expect, test } from 'vitest'
import { PassThrough } from 'node:stream'
import { createUnreadAnswers, openUntilClosed } from '#platform/server/http/unreadAnswers.ts'

const MB = 1024 * 1024
const openAnswers = (patience = 60_000) => createUnreadAnswers({ inAll: 64 * MB, each: 16 * MB, patience })

test('large answers of one caller wait for their allowance, those of others and small ones do not', async () => {
  const answers = openAnswers()
  const reservations = Array.from({ length: 6 }, () => answers.open('anna'))
  const reserving = reservations.map((reservation) => reservation.reserve(5 * MB))
  expect(answers.state()).toEqual({ reserved: 15 * MB, waiting: 3 })
  await answers.open('anna').reserve(60_000)
  await answers.open('boris').reserve(5 * MB)
  expect(answers.state()).toEqual({ reserved: 20 * MB, waiting: 3 })
  reservations[0]?.release()
  await reserving[3]
  expect(answers.state()).toEqual({ reserved: 20 * MB, waiting: 2 })
  for (const reservation of reservations.slice(0, 4)) reservation.release()
  await Promise.all(reserving)
  expect(answers.state()).toEqual({ reserved: 15 * MB, waiting: 0 })
})

test('all callers together stay within the allowance of the process, and are served in their order', async () => {
  const answers = openAnswers()
  const reservations = Array.from({ length: 20 }, (_, index) => answers.open(`caller ${index}`))
  const reserving = reservations.map((reservation) => reservation.reserve(4 * MB))
  expect(answers.state()).toEqual({ reserved: 64 * MB, waiting: 4 })
  reservations[5]?.release()
  await reserving[16]
  expect(answers.state()).toEqual({ reserved: 64 * MB, waiting: 3 })
  for (const reservation of reservations) reservation.release()
  await Promise.all(reserving)
  expect(answers.state()).toEqual({ reserved: 0, waiting: 0 })
})

test('what an answer turns out to hold takes the place of what was reserved', async () => {
  const answers = openAnswers()
  const first = answers.open('anna')
  await first.reserve(16 * MB)
  const second = answers.open('anna')
  const waiting = second.reserve(2 * MB)
  expect(answers.state().waiting).toBe(1)
  first.settle(3 * MB)
  await waiting
  expect(answers.state()).toEqual({ reserved: 5 * MB, waiting: 0 })
  second.settle(10_000)
  first.release()
  first.release()
  expect(answers.state()).toEqual({ reserved: 0, waiting: 0 })
})

test('a request waits only for its first share, so that no batch waits for itself', async () => {
  const answers = openAnswers()
  const batch = answers.open('anna')
  await Promise.all(Array.from({ length: 10 }, () => batch.reserve(4 * MB)))
  expect(answers.state()).toEqual({ reserved: 40 * MB, waiting: 0 })
  const next = answers.open('anna').reserve(4 * MB)
  expect(answers.state().waiting).toBe(1)
  batch.release()
  await next
})

test('an answer beyond every allowance goes alone', async () => {
  const answers = openAnswers()
  await answers.open('anna').reserve(100 * MB)
  expect(answers.state()).toEqual({ reserved: 100 * MB, waiting: 0 })
})

test('who waits too long is refused, and who leaves waits no more', async () => {
  const answers = openAnswers(20)
  await answers.open('anna').reserve(16 * MB)
  await expect(answers.open('anna').reserve(MB)).rejects.toMatchObject({ code: 'request.tooMany' })
  const leaver = answers.open('anna')
  const waiting = leaver.reserve(MB)
  leaver.release()
  await expect(waiting).rejects.toMatchObject({ code: 'request.tooMany' })
  expect(answers.state()).toEqual({ reserved: 16 * MB, waiting: 0 })
})

test('who left before the account was opened holds nothing, and neither does a batch whose reader leaves while it waits', async () => {
  const answers = openAnswers()
  const gone = new PassThrough()
  gone.destroy()
  const early = openUntilClosed(answers, 'anna', gone)
  await early.reserve(5 * MB)
  early.settle(5 * MB)
  expect(answers.state()).toEqual({ reserved: 0, waiting: 0 })
  const reading = new PassThrough()
  const batch = openUntilClosed(answers, 'anna', reading)
  const reserving = [batch.reserve(5 * MB), batch.reserve(5 * MB)]
  batch.release()
  await Promise.all(reserving)
  expect(answers.state()).toEqual({ reserved: 0, waiting: 0 })
})
