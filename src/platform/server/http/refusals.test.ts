import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createRefusals } from '#platform/server/http/refusals.ts'

type Line = { route: string; ip: string; status: number; times: number }

function setUp() {
  const lines: [Line, string][] = []
  const clock = { at: 0 }
  const refusals = createRefusals(() => clock.at)
  const answer = (statusCode: number, ip = '192.0.2.1', url: string | undefined = '/api/env/v1/:envid') =>
    refusals(
      {
        id: 'r1',
        method: 'GET',
        ip,
        url: '/api/env/v1/secret?name=Anna',
        body: { email: 'anna@example.org' },
        is404: url === undefined,
        routeOptions: { url },
        log: { info: (line: Line, text: string) => void lines.push([line, text]) },
      } as unknown as FastifyRequest,
      { statusCode } as FastifyReply,
    )
  return { lines, clock, answer }
}

test('what is answered as not there, and passed rates, are told with route and place; many of them in few lines', () => {
  const { lines, clock, answer } = setUp()
  for (let times = 0; times < 150; times++) answer(404)
  answer(404, '192.0.2.2')
  answer(429)
  expect(lines.map(([{ ip, status, times }, text]) => [text, status, ip, times])).toEqual([
    ['asked for what is not there', 404, '192.0.2.1', 1],
    ['asked for what is not there', 404, '192.0.2.1', 10],
    ['asked for what is not there', 404, '192.0.2.1', 100],
    ['asked for what is not there', 404, '192.0.2.2', 1],
    ['asked too often', 429, '192.0.2.1', 1],
  ])
  expect(lines[0]?.[0].route).toBe('/api/env/v1/:envid')
  expect(JSON.stringify(lines)).not.toMatch(/anna|secret/i)
  clock.at = 60_000
  answer(404)
  expect(lines.at(-1)?.[0].times).toBe(1)
})

test('refused input is told when it comes in quantity, each of the first refusals of a right, and nothing of what went well', () => {
  const { lines, answer } = setUp()
  for (const status of [200, 201, 204, 304, 401, 409, 500]) answer(status)
  for (let times = 0; times < 19; times++) answer(422)
  expect(lines).toEqual([])
  answer(422)
  expect(lines.map(([{ times }, text]) => [text, times])).toEqual([['refused input', 20]])
  for (let times = 0; times < 3; times++) answer(403)
  const ofRights = () => lines.filter(([, text]) => text === 'refused request')
  expect(ofRights()).toHaveLength(3)
  // Who goes on asking fills no disk.
  for (let times = 3; times < 2500; times++) answer(403)
  expect(ofRights().map(([{ times }]) => times)).toEqual([...Array.from({ length: 20 }, (_, at) => at + 1), 200, 2000])
})
