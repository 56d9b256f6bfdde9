import { expect, test } from 'vitest'
import { joinFragments, raw } from '#odata/fragments.ts'
import { sql } from '#odata/sql.ts'
import { filled, lifted, planSlots, severalOf, slot, type Inputs } from '#odata/write/plan.ts'

test('a plan holds slots alone, each of them one parameter', () => {
  const inputs: Inputs = { at: 'now' }
  const condition = lifted(sql`t.owner_id = ${'me'}`, 'may', inputs)
  const plan = planSlots(joinFragments([raw('select '), sql`${slot('at')}, `, condition, sql` and ${slot('at')} > 0`]))
  expect(plan.text).toBe('select $1, t.owner_id = $2 and $1 > 0')
  expect(filled(plan, inputs)).toEqual({ text: plan.text, values: ['now', 'me'], name: plan.name })
  expect(filled(plan, { ...inputs, 'may.0': 'you' }).values).toEqual(['now', 'you'])
})

test('a value can never become part of a plan', () => {
  for (const value of ['x', 5, null, { text: 'x' }]) expect(() => planSlots(sql`select ${value}`)).toThrow()
})

test('several writes have the slots of one as columns of what was given, in the same order', () => {
  const one = planSlots(sql`with "a" as (select 1) insert into t values (${slot('key')}::uuid, ${slot('at')}::date)`)
  const many = sql`with "a" as (select 1) insert into t select ${slot('key')}::uuid, ${slot('at')}::date from "given"`
  const several = severalOf(many, one, slot('key'))
  expect(several.text).toBe(
    'with "given" as materialized (select * from unnest($1::text[], $2::text[]) with ordinality as g ("_1", "_2", "_n")), ' +
      '"a" as (select 1) insert into t select "_1"::uuid, "_2"::date from "given"',
  )
  expect([several.differBy, one.slots]).toEqual([0, ['key', 'at']])
  expect(() => severalOf(sql`with "a" as (select ${slot('other')})`, one, slot('key'))).toThrow()
})
